import { LICENCES, type Licence } from '../reports/licence.ts';
import type { UtcMs } from '../time/units.ts';

/** A licence granted until an instant (exclusive). */
export interface Grant {
	readonly license: Licence;
	/** null: no end. */
	readonly until: UtcMs | null;
}

/** Returns the highest licence valid at `now` and, among equals, the one that ends last; null if none is valid. */
export function findBestGrant(grants: readonly Grant[], now: UtcMs): Grant | null {
	return grants.filter((grant) => endOf(grant) > now).toSorted((a, b) => rankOf(b) - rankOf(a) || endOf(b) - endOf(a))[0] ?? null;
}

function endOf({ until }: Grant): number {
	return until ?? Number.POSITIVE_INFINITY;
}

function rankOf({ license }: Grant): number {
	return LICENCES.indexOf(license);
}

/** Separates licences that were paid for from other grants, such as a trial or an administrator's grant. */
export interface LicenceState {
	/** The grant that payments can't take away. */
	readonly base: Grant | null;
	/** The grant that `computeLicenceState` last wrote to the account. */
	readonly written: Grant | null;
}

export function isSameGrant(a: Grant | null, b: Grant | null): boolean {
	return a === b || (a !== null && b !== null && a.license === b.license && a.until === b.until);
}

/**
 * Computes the next licence state; `written` of the result is the account's licence from now on. If the stored grant, `current`, isn't the last written one,
 * an administrator has set it, and it becomes the base. Payment notifications never remove a manual grant that is higher than the paid licence.
 */
export function computeLicenceState(
	{ base, written }: LicenceState,
	current: Grant | null,
	paidGrants: readonly Grant[],
	now: UtcMs,
): LicenceState {
	const newBase = isSameGrant(current, written) ? base : current;
	return { base: newBase, written: findBestGrant([...paidGrants, ...(newBase ? [newBase] : [])], now) ?? newBase };
}

/** Whether the account has changed from `previous` to a lower licence, or to none. */
export function isDowngrade(previous: Grant | null, next: Grant | null, now: UtcMs): boolean {
	if (previous === null) return false;
	const current = next === null ? null : findBestGrant([next], now);
	return current === null || rankOf(current) < rankOf(previous);
}

/** A billing mail waiting to be sent. */
export interface BillingMail {
	readonly to: string;
	readonly subject: string;
	readonly text: string;
	readonly html: string;
	/** Without angle brackets. Every attempt uses the same id, so that mail programs show the mail only once. */
	readonly messageId: string;
}
