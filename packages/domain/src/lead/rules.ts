/** The rules by which one of many processes leads the market; testing/model.ts searches every way in which they can be played. */

/** Milliseconds between two renewals of a lease. */
export const RENEW_EVERY = 1_000;
/** A lease that was not renewed for so long, in milliseconds, is old: whoever stands by ends it. */
export const LEASE = 3_000;
/** Milliseconds between two looks of a standby. */
export const LOOK_EVERY = 500;
/** Milliseconds in which whoever stands by has taken over from a leader that is gone or asleep. */
export const TAKEN_WITHIN = 6_000;
/** What a renewal may take, in milliseconds: a leader that hears nothing gives up before its lease is old. */
export const answerWithin = (lease = LEASE): number => lease / 2;

/**
 * Whether a lease is old, by its age in milliseconds on the database's clock. One of the future is as well: that clock was set back, and nobody could
 * tell for as long whether its holder is asleep. A leader who is awake loses no more by it than its place.
 */
export const isOld = (age: number, lease = LEASE): boolean => age >= lease || age <= -RENEW_EVERY;

/** Whether nobody leads, by the age of the newest lease: it would have been taken over by now if anybody stood by. */
export const isLeadMissing = (age: number): boolean => age >= TAKEN_WITHIN;

/** What a standby does: `age` is that of the lease of whoever holds the lock, undefined while nobody does. A free lock is taken whatever the lease says. */
export const standbyStep = (age: number | undefined, lease = LEASE): 'take' | 'end' | 'wait' => {
	if (age === undefined) return 'take';
	return isOld(age, lease) ? 'end' : 'wait';
};

/** The epoch of whoever takes the lead after the newest one; never one that was there before. */
export const nextEpoch = (newest: number): number => newest + 1;

/** Whether what was begun in an epoch may still be committed: `leads` is the one that has not ended. */
export const mayCommit = (epoch: number, leads: number | undefined): boolean => epoch === leads;

/** Until when a leader may take itself for one, by its own clock, which nobody sets: the lease was renewed after the renewal was sent. */
export const leadsUntil = (sent: number, lease = LEASE): number => sent + lease;
