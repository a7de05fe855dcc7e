import type { Beat } from '../watch.ts';

/** Milliseconds: a process that gets no turn for seconds has not died. */
export const PATIENT_LEASE = 60_000;

/** A machine that is busy with other tests is no outage. */
export const PATIENT: Beat = { every: 1_000, within: 30_000 };
