const TEST_ENVIRONMENTS = ['test', 'dev', 'stage'] as const;

/** The environment that the host's name starts with, otherwise the configured one. */
export function environmentOf(host: string, configured: string): string {
	return TEST_ENVIRONMENTS.find((name) => host.startsWith(name)) ?? configured;
}

/** The path prefix of a site: 'https://example.com/signals/' -> '/signals'; '' at the root of its host. */
export function subPathOf(origin: string): string {
	return origin.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/\/+$/, '');
}

/** Whether it is a path prefix that browsers and proxies send unchanged. */
export function isSubPath(path: string): boolean {
	return path.split('/').every((part, i) => (i === 0 ? part === '' : /^[\w~-][\w.~-]*$/.test(part)));
}

/** Hosts on which page views aren't counted and search engines index nothing. */
export function isUnlistedHost(host: string): boolean {
	return host.split('.').at(-1) === 'asia';
}
