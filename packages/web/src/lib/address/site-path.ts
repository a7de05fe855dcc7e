/** Path of the site on its host, such as '/signals'; '' at the root. Browsers read it from the page; the server sets it. */
let subPath: string | undefined;

/** Called only on the server, where the path is the same for all requests. */
export function setSubPath(path: string): void {
	subPath = path;
}

/** A path of this site as browsers must request it, for calls, files and links that the router doesn't handle. */
export function sitePath(path: string): string {
	subPath ??= globalThis.document?.documentElement.dataset['path'] ?? '';
	return subPath + path;
}

/** The site's URL without a trailing slash. */
export function siteOrigin(): string {
	return location.origin + sitePath('');
}

interface Rewrite {
	input(location: { url: URL }): URL;
	output(location: { url: URL }): URL;
}

/** Router option that converts between the router's paths and the browser's; empty if the site is at the root of its host. */
export function subPathRewrite(): { rewrite?: Rewrite } {
	const home = sitePath('');
	// Returns a changed copy, because the router keeps using the URL that it passed.
	const withPathname = (url: URL, pathname: string): URL => Object.assign(new URL(url), { pathname });
	if (home === '') return {};
	return {
		rewrite: {
			input: ({ url }) => (`${url.pathname}/`.startsWith(`${home}/`) ? withPathname(url, url.pathname.slice(home.length)) : url),
			output: ({ url }) => withPathname(url, home + url.pathname),
		},
	};
}
