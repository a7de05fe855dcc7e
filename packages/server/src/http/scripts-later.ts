const PRELOAD = /<link\b[^>]*\brel="modulepreload"[^>]*>/g;
const ENTRY = /<script\b[^>]*\btype="module"[^>]*\bsrc="(\/assets\/[^"]+)"[^>]*><\/script>/;
const HREF = /\bhref="([^"]+)"/;

/** Hidden pages are painted when they are looked at: those load at once. */
const loader = (entry: string, files: readonly string[]): string =>
	`(()=>{const add=(tag,what)=>document.head.append(Object.assign(document.createElement(tag),what)),load=()=>{for(const href of ${JSON.stringify(files)})add("link",{rel:"modulepreload",href});add("script",{type:"module",async:true,src:${JSON.stringify(entry)}})};document.hidden?load():requestAnimationFrame(()=>setTimeout(load))})()`;

/** A page that is complete without its scripts, sent so that they are fetched behind its first picture: on a slow line they take nothing from it. */
export const withScriptsLater = (html: string, nonce: string): string => {
	const entry = ENTRY.exec(html)?.[1];
	if (!entry) return html;
	const files = (html.match(PRELOAD) ?? []).flatMap((link) => HREF.exec(link)?.[1] ?? []);
	return html.replace(PRELOAD, '').replace(ENTRY, () => `<script nonce="${nonce}">${loader(entry, files)}</script>`);
};
