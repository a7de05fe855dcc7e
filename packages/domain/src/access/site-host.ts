/** What the name of a host says of the site under it. */

const TRIALS = ['test', 'dev', 'stage'] as const;

/** The environment of a site: that of a host for trying things, otherwise the one it was started with. */
export const environmentOf = (host: string, started: string): string => TRIALS.find((name) => host.startsWith(name)) ?? started;

/** Hosts on which visits aren't counted and search engines find nothing. */
export const isOutOfSight = (host: string): boolean => host.split('.').at(-1) === 'asia';
