/** Outside regular hours the usual volume is the mean of this many sessions, or of those among them that have the part of the day. */
export const USUAL_SESSIONS = 20;
/** A mean of fewer sessions says nothing. */
export const LEAST_SESSIONS = 10;
