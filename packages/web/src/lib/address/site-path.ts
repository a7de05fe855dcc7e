/** Path of the site on its host, such as '/signals'; '' at the root. The server sets it; browsers read it from the page. */
let subPath: string | undefined;

/** Sets the path on the server, where it is the same for all requests. */
export function setSubPath(path: string): void {
	subPath = path;
}

/** Returns a path of this site as browsers must request it: for calls, files and links outside the router. */
export function sitePath(path: string): string {
	subPath ??= globalThis.document?.documentElement.dataset['path'] ?? '';
	return subPath + path;
}

/** Returns the site's URL without a trailing slash. */
export function siteOrigin(): string {
	return location.origin + sitePath('');
}

interface Rewrite {
	input(location: { url: URL }): URL;
	output(location: { url: URL }): URL;
}

/** Returns the router option that converts between the router's paths and the browser's. Empty if the site is at the root of its host. */
export function subPathRewrite(): { rewrite?: Rewrite } {
	const home = sitePath('');
	// Returns a changed copy, because the router continues to use the URL it passed.
	const withPathname = (url: URL, pathname: string): URL => Object.assign(new URL(url), { pathname });
	if (home === '') return {};
	return {
		rewrite: {
			input: ({ url }) => (`${url.pathname}/`.startsWith(`${home}/`) ? withPathname(url, url.pathname.slice(home.length)) : url),
			output: ({ url }) => withPathname(url, home + url.pathname),
		},
	};
}
