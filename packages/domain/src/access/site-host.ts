/** What the address of a site reveals about it. */

const TRIALS = ['test', 'dev', 'stage'] as const;

/** The environment of a site: from a test host's name, otherwise from the configuration. */
export function environmentOf(host: string, started: string): string {
	return TRIALS.find((name) => host.startsWith(name)) ?? started;
}

/** The path of a site's address, below which everything is: '/signals', or '' at the root of its host. */
export function subPathOf(origin: string): string {
	return origin.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/\/+$/, '');
}

/** Whether browsers and proxies send such a path unchanged. */
export function isSubPath(path: string): boolean {
	return path.split('/').every((part, i) => (i === 0 ? part === '' : /^[\w~-][\w.~-]*$/.test(part)));
}

/** Hosts on which page views aren't counted and search engines index nothing. */
export function isOutOfSight(host: string): boolean {
	return host.split('.').at(-1) === 'asia';
}
