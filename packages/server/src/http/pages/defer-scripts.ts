const SCRIPT = /<script\b(?![^>]*application\/ld\+json)[^>]*>[\s\S]*?<\/script>/g;

const PRELOAD_TAG = /<link\b[^>]*rel="modulepreload"[^>]*>/g;

const PRELOAD = /<link\b[^>]*\brel="modulepreload"[^>]*>/g;
const ENTRY = /<script\b[^>]*\btype="module"[^>]*\bsrc="(\/assets\/[^"]+)"[^>]*><\/script>/;
const HREF = /\bhref="([^"]+)"/;

/** For a page that is complete without its scripts: they are fetched after the first paint, so that they do not delay it on a slow connection. */
export function deferScripts(html: string, nonce: string): string {
	const entry = ENTRY.exec(html)?.[1];
	if (!entry) return html;
	const files = (html.match(PRELOAD) ?? []).flatMap((link) => HREF.exec(link)?.[1] ?? []);
	return html.replace(PRELOAD, '').replace(ENTRY, () => `<script nonce="${nonce}">${loader(entry, files)}</script>`);
}

/** Hidden pages are not painted until they are shown, so they load scripts at once. */
function loader(entry: string, files: readonly string[]): string {
	return `(()=>{const add=(tag,what)=>document.head.append(Object.assign(document.createElement(tag),what)),load=()=>{for(const href of ${JSON.stringify(files)})add("link",{rel:"modulepreload",href});add("script",{type:"module",async:true,src:${JSON.stringify(entry)}})};document.hidden?load():requestAnimationFrame(()=>setTimeout(load))})()`;
}

/** For pages that asked to be sent without scripts; structured data stays. */
export function removeScripts(html: string): string {
	return html.replace(SCRIPT, '').replace(PRELOAD_TAG, '');
}
