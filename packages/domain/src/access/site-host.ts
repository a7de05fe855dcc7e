/** What a host name reveals about the site. */

const TRIALS = ['test', 'dev', 'stage'] as const;

/** The environment of a site: from a test host's name, otherwise from the configuration. */
export const environmentOf = (host: string, started: string): string => TRIALS.find((name) => host.startsWith(name)) ?? started;

/** Hosts on which page views aren't counted and search engines index nothing. */
export const isOutOfSight = (host: string): boolean => host.split('.').at(-1) === 'asia';
