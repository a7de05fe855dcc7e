const SCRIPT = /<script\b(?![^>]*application\/ld\+json)[^>]*>[\s\S]*?<\/script>/g;
const PRELOAD = /<link\b[^>]*rel="modulepreload"[^>]*>/g;

/** For pages that asked to be sent without scripts; structured data stays. */
export const withoutScripts = (html: string): string => html.replace(SCRIPT, '').replace(PRELOAD, '');
