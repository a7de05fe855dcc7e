import type { CheckTiming } from '../watch.ts';

/** Milliseconds. A process can get no CPU time for seconds without being dead. */
export const LONG_LEASE_MS = 60_000;

/** Tolerates a machine that is busy with other tests. */
export const SLOW_CHECK_TIMING: CheckTiming = { intervalMs: 1_000, timeoutMs: 30_000 };
