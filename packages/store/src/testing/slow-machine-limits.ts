import type { Beat } from '../watch.ts';

/** Milliseconds. A process can get no CPU time for seconds without being dead. */
export const LONG_LEASE = 60_000;

/** Tolerates a machine that is busy with other tests. */
export const SLOW_BEAT: Beat = { every: 1_000, within: 30_000 };
