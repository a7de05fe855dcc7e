/** Outside regular hours, the usual volume is the median over this many sessions, or over those of them that include the part of the day. */
export const USUAL_SESSIONS = 20;
/** Minimum number of sessions for a median. */
export const LEAST_SESSIONS = 10;
