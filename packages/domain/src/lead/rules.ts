/** Rules by which one of many processes becomes the market's leader. testing/model.ts checks these rules over every possible sequence of events. */

/** Milliseconds between two renewals of a lease. */
export const RENEWAL_INTERVAL = 1_000;
/** Milliseconds after which a lease without renewal has expired, so that a standby ends it. */
export const LEASE_DURATION = 3_000;
/** Milliseconds between two checks of the lease by a standby. */
export const STANDBY_CHECK_INTERVAL = 500;
/** Milliseconds within which a standby takes over from a dead or suspended leader. */
export const MAX_TAKEOVER_TIME = 6_000;

/** Returns the timeout of a renewal in milliseconds: a leader that gets no response must give up before its lease expires. */
export function renewalTimeout(leaseDuration = LEASE_DURATION): number {
	return leaseDuration / 2;
}

/**
 * Whether a lease has expired, by its age on the database's clock. A lease renewed in the future also counts as expired: the clock was set back,
 * and a suspended holder couldn't be recognized before the clock catches up. Replacing a healthy leader in this case does no harm.
 */
export function isLeaseExpired(ageMs: number, leaseDuration = LEASE_DURATION): boolean {
	return ageMs >= leaseDuration || ageMs <= -RENEWAL_INTERVAL;
}

/** Whether the market has no leader, by the age of the newest lease: at this age, a standby should have taken over. */
export function isLeaderMissing(ageMs: number): boolean {
	return ageMs >= MAX_TAKEOVER_TIME;
}

/**
 * Returns a standby's next action. `ageMs` is the age of the lock holder's lease; undefined: the lock is free and can be taken, whatever the last lease says.
 */
export function standbyStep(ageMs: number | undefined, leaseDuration = LEASE_DURATION): 'take' | 'end' | 'wait' {
	if (ageMs === undefined) return 'take';
	return isLeaseExpired(ageMs, leaseDuration) ? 'end' : 'wait';
}

/** Returns the epoch of the next leader. Epochs are never reused. */
export function nextEpoch(newestEpoch: number): number {
	return newestEpoch + 1;
}

/** Whether work started in `epoch` may still be committed. */
export function canCommit(epoch: number, currentEpoch: number | undefined): boolean {
	return epoch === currentEpoch;
}

/**
 * Returns until when a leader may rely on its lease, on its own monotonic clock. The lease counts from sending the renewal, because the database receives it
 * later.
 */
export function leaseEnd(sentAt: number, leaseDuration = LEASE_DURATION): number {
	return sentAt + leaseDuration;
}
