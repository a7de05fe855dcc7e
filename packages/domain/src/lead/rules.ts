/** How one of many processes becomes the market's leader. testing/model.ts checks these rules over every possible sequence of events. */

/** Milliseconds between two renewals of a lease. */
export const RENEWAL_INTERVAL = 1_000;
/** Milliseconds after which a lease that isn't renewed has expired, so that a standby ends it. */
export const LEASE_DURATION = 3_000;
/** Milliseconds between two checks of the lease by a standby. */
export const STANDBY_CHECK_INTERVAL = 500;
/** Milliseconds within which a standby takes over from a dead or suspended leader. */
export const MAX_TAKEOVER_TIME = 6_000;

/** Timeout of a renewal, in milliseconds: a leader that gets no answer must give up before its lease expires. */
export function renewalTimeout(lease = LEASE_DURATION): number {
	return lease / 2;
}

/**
 * Whether a lease has expired, by its age in milliseconds on the database's clock. A lease renewed in the future also counts as expired: the clock was
 * set back, and until it catches up a suspended holder couldn't be recognized. A healthy leader is then replaced, which does no harm.
 */
export function isLeaseExpired(age: number, lease = LEASE_DURATION): boolean {
	return age >= lease || age <= -RENEWAL_INTERVAL;
}

/** Whether the market has no leader, by the age of the newest lease: a standby should have taken over by now. */
export function isLeaderMissing(age: number): boolean {
	return age >= MAX_TAKEOVER_TIME;
}

/** A standby's next action. `age` is that of the lock holder's lease; undefined: the lock is free and can be taken, whatever the last lease says. */
export function standbyStep(age: number | undefined, lease = LEASE_DURATION): 'take' | 'end' | 'wait' {
	if (age === undefined) return 'take';
	return isLeaseExpired(age, lease) ? 'end' : 'wait';
}

/** The epoch of the next leader. Epochs are never reused. */
export function nextEpoch(newest: number): number {
	return newest + 1;
}

/** Whether work that was started in `epoch` may still be committed. */
export function canCommit(epoch: number, currentEpoch: number | undefined): boolean {
	return epoch === currentEpoch;
}

/** Until when a leader may rely on its lease, on its own monotonic clock. Counts from sending the renewal, which the database received later. */
export function leaseEnd(sent: number, lease = LEASE_DURATION): number {
	return sent + lease;
}
