/** The rules by which one of many processes leads the market; testing/model.ts explores every possible sequence. */

/** Milliseconds between two renewals of a lease. */
export const RENEW_EVERY = 1_000;
/** A lease not renewed for this long, in milliseconds, has expired: a standby ends it. */
export const LEASE = 3_000;
/** Milliseconds between two checks by a standby. */
export const LOOK_EVERY = 500;
/** Milliseconds within which a standby takes over from a dead or suspended leader. */
export const TAKEN_WITHIN = 6_000;

/** Timeout of a renewal, in milliseconds: a leader without an answer gives up before its lease expires. */
export function answerWithin(lease = LEASE): number {
	return lease / 2;
}

/**
 * Whether a lease has expired, by its age in milliseconds on the database's clock. One in the future also counts as expired: that clock was set
 * back, and until it catches up no process could know whether the holder is suspended. A running leader merely loses its place.
 */
export function isOld(age: number, lease = LEASE): boolean {
	return age >= lease || age <= -RENEW_EVERY;
}

/** Whether no process leads, by the age of the newest lease: a standby would have taken over by now. */
export function isLeadMissing(age: number): boolean {
	return age >= TAKEN_WITHIN;
}

/** A standby's next action: `age` is that of the lock holder's lease, undefined without a holder. A free lock is taken whatever the lease says. */
export function standbyStep(age: number | undefined, lease = LEASE): 'take' | 'end' | 'wait' {
	if (age === undefined) return 'take';
	return isOld(age, lease) ? 'end' : 'wait';
}

/** The epoch of the next leader: never used before. */
export function nextEpoch(newest: number): number {
	return newest + 1;
}

/** Whether work begun in an epoch may still be committed: `leads` is the current epoch. */
export function mayCommit(epoch: number, leads: number | undefined): boolean {
	return epoch === leads;
}

/** Until when a leader may consider itself leader, on its own monotonic clock: the lease was renewed after the renewal was sent. */
export function leadsUntil(sent: number, lease = LEASE): number {
	return sent + lease;
}
