/** The rules by which one of many processes leads the market; testing/model.ts searches every way in which they can be played. */

/** Milliseconds between two renewals of a lease. */
export const RENEW_EVERY = 1_000;
/** A lease that was not renewed for so long, in milliseconds, is old: a standby ends it. */
export const LEASE = 3_000;
/** Milliseconds between two looks of a standby. */
export const LOOK_EVERY = 500;
/** Milliseconds in which a standby takes over from a leader that is gone or suspended. */
export const TAKEN_WITHIN = 6_000;
/** What a renewal may take, in milliseconds: a leader that hears nothing gives up before its lease is old. */
export const answerWithin = (lease = LEASE): number => lease / 2;

/**
 * Whether a lease is old, by its age in milliseconds on the database's clock. So is one in the future: that clock was set back, and until then no
 * process could see whether its holder is asleep. A running leader loses only its place.
 */
export const isOld = (age: number, lease = LEASE): boolean => age >= lease || age <= -RENEW_EVERY;

/** Whether no process leads, by the age of the newest lease: a standby would have taken over by now. */
export const isLeadMissing = (age: number): boolean => age >= TAKEN_WITHIN;

/** What a standby does: `age` is that of the lock holder's lease, undefined without a holder. A free lock is taken whatever the lease says. */
export const standbyStep = (age: number | undefined, lease = LEASE): 'take' | 'end' | 'wait' => {
	if (age === undefined) return 'take';
	return isOld(age, lease) ? 'end' : 'wait';
};

/** The epoch of the next leader: never one that was used before. */
export const nextEpoch = (newest: number): number => newest + 1;

/** Whether what was begun in an epoch may still be committed: `leads` is the one that has not ended. */
export const mayCommit = (epoch: number, leads: number | undefined): boolean => epoch === leads;

/** Until when a leader may consider itself leader, by its own monotonic clock: the lease was renewed after the renewal was sent. */
export const leadsUntil = (sent: number, lease = LEASE): number => sent + lease;
