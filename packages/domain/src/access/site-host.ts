const TEST_ENVIRONMENTS = ['test', 'dev', 'stage'] as const;

/** Returns the environment with which the host's name starts, otherwise the configured one. */
export function environmentOf(host: string, configuredEnvironment: string): string {
	return TEST_ENVIRONMENTS.find((name) => host.startsWith(name)) ?? configuredEnvironment;
}

/** Returns the path prefix of a site: 'https://example.com/signals/' -> '/signals'; '' at the root of the host. */
export function subPathOf(origin: string): string {
	return origin.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/\/+$/, '');
}

/** Whether a text is a path prefix that browsers and proxies send unchanged. */
export function isSubPath(path: string): boolean {
	return path.split('/').every((part, i) => (i === 0 ? part === '' : /^[\w~-][\w.~-]*$/.test(part)));
}

/** Whether page views on a host aren't counted and search engines index nothing. */
export function isUnlistedHost(host: string): boolean {
	return host.split('.').at(-1) === 'asia';
}
