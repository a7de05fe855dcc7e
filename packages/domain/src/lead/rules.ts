/** How one of many processes becomes the market's leader. testing/model.ts checks these rules over every possible sequence of events. */

/** Milliseconds between two renewals of a lease. */
export const RENEW_EVERY = 1_000;
/** Milliseconds after which a lease that isn't renewed has expired, so that a standby ends it. */
export const LEASE = 3_000;
/** Milliseconds between two checks of the lease by a standby. */
export const LOOK_EVERY = 500;
/** Milliseconds within which a standby takes over from a dead or suspended leader. */
export const TAKEN_WITHIN = 6_000;

/** Timeout of a renewal, in milliseconds: a leader that gets no answer must give up before its lease expires. */
export function answerWithin(lease = LEASE): number {
	return lease / 2;
}

/**
 * Whether a lease has expired, by its age in milliseconds on the database's clock. A lease renewed in the future also counts as expired: the clock was
 * set back, and until it catches up a suspended holder couldn't be recognized. A healthy leader is then replaced, which does no harm.
 */
export function isOld(age: number, lease = LEASE): boolean {
	return age >= lease || age <= -RENEW_EVERY;
}

/** Whether the market has no leader, by the age of the newest lease: a standby should have taken over by now. */
export function isLeadMissing(age: number): boolean {
	return age >= TAKEN_WITHIN;
}

/** A standby's next action. `age` is that of the lock holder's lease; undefined: the lock is free and can be taken, whatever the last lease says. */
export function standbyStep(age: number | undefined, lease = LEASE): 'take' | 'end' | 'wait' {
	if (age === undefined) return 'take';
	return isOld(age, lease) ? 'end' : 'wait';
}

/** The epoch of the next leader. Epochs are never reused. */
export function nextEpoch(newest: number): number {
	return newest + 1;
}

/** Whether work that was started in `epoch` may still be committed. */
export function mayCommit(epoch: number, leads: number | undefined): boolean {
	return epoch === leads;
}

/** Until when a leader may rely on its lease, on its own monotonic clock. Counts from sending the renewal, which the database received later. */
export function leadsUntil(sent: number, lease = LEASE): number {
	return sent + lease;
}
