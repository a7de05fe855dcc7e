/** What a host name reveals about the site. */

const TRIALS = ['test', 'dev', 'stage'] as const;

/** The environment of a site: from a test host's name, otherwise from the configuration. */
export function environmentOf(host: string, started: string): string {
	return TRIALS.find((name) => host.startsWith(name)) ?? started;
}

/** Hosts on which page views aren't counted and search engines index nothing. */
export function isOutOfSight(host: string): boolean {
	return host.split('.').at(-1) === 'asia';
}
