import type { Beat } from '../watch.ts';

/** A machine that is busy with other tests is no outage. */
export const PATIENT: Beat = { every: 1_000, within: 30_000 };
