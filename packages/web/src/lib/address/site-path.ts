/** '/signals' where the site is below that path of its host, otherwise ''. Browsers read it from the page; the server sets it. */
let subPath: string | undefined;

/** On the server only, where it is the same for all requests. */
export function setSubPath(path: string): void {
	subPath = path;
}

/** A path of this site as browsers request it: for calls, files and links that aren't the router's. */
export function sitePath(path: string): string {
	subPath ??= globalThis.document?.documentElement.dataset['path'] ?? '';
	return subPath + path;
}

/** The site's address without a trailing slash. */
export function siteOrigin(): string {
	return location.origin + sitePath('');
}

interface Rewrite {
	input(location: { url: URL }): URL;
	output(location: { url: URL }): URL;
}

/** The router's option for its paths and the browser's; none at the root of a host. */
export function subPathRewrite(): { rewrite?: Rewrite } {
	const home = sitePath('');
	// The router goes on using the given URL, so a changed copy is returned.
	const moved = (url: URL, pathname: string): URL => Object.assign(new URL(url), { pathname });
	if (home === '') return {};
	return {
		rewrite: {
			input: ({ url }) => (`${url.pathname}/`.startsWith(`${home}/`) ? moved(url, url.pathname.slice(home.length)) : url),
			output: ({ url }) => moved(url, home + url.pathname),
		},
	};
}
