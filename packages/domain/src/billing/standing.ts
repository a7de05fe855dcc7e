import { LICENCES, type Licence } from '../reports/licence.ts';
import type { UtcMs } from '../time/units.ts';

/** A licence with its end; null: it has none. */
export interface Grant {
	readonly license: Licence;
	readonly until: UtcMs | null;
}

const rank = ({ license }: Grant): number => LICENCES.indexOf(license);
const end = ({ until }: Grant): number => until ?? Number.POSITIVE_INFINITY;

/** Of what is in force the licence that opens most, of equal ones the one that lasts longest; null where nothing is. */
export const bestGrant = (grants: readonly Grant[], now: UtcMs): Grant | null =>
	grants.filter((grant) => end(grant) > now).toSorted((a, b) => rank(b) - rank(a) || end(b) - end(a))[0] ?? null;

/** What an account's licence is made of: what was paid for, and what stood there besides (a trial, an administrator's grant). */
export interface BillingStanding {
	/** What stood there before, or was put there by hand since. */
	readonly base: Grant | null;
	/** What this wrote last into the account. */
	readonly written: Grant | null;
}

export const sameGrant = (a: Grant | null, b: Grant | null): boolean =>
	a === b || (a !== null && b !== null && a.license === b.license && a.until === b.until);

/**
 * The account's licence from now on. `present` is the stored one: where it is not what was written last, an administrator has set it, and it stays as
 * the base. A grant by hand that opens more than what was paid for is never removed by a payment notification.
 */
export const nextStanding = (
	{ base, written }: BillingStanding,
	present: Grant | null,
	paid: readonly Grant[],
	now: UtcMs,
): BillingStanding => {
	const kept = sameGrant(present, written) ? base : present;
	return { base: kept, written: bestGrant([...paid, ...(kept ? [kept] : [])], now) ?? kept };
};

/** Whether the account had `last` and has less now. */
export const hasEnded = (last: Grant | null, next: Grant | null, now: UtcMs): boolean => {
	if (last === null) return false;
	const inForce = next === null ? null : bestGrant([next], now);
	return inForce === null || rank(inForce) < rank(last);
};
