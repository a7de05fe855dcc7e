import { LICENCES, type Licence } from '../reports/licence.ts';
import type { UtcMs } from '../time/units.ts';

/** A licence with its end; null: it has no end. */
export interface Grant {
	readonly license: Licence;
	readonly until: UtcMs | null;
}

/** The highest licence in force, of equal ones the longest; null if none is. */
export function bestGrant(grants: readonly Grant[], now: UtcMs): Grant | null {
	return grants.filter((grant) => end(grant) > now).toSorted((a, b) => rank(b) - rank(a) || end(b) - end(a))[0] ?? null;
}

function end({ until }: Grant): number {
	return until ?? Number.POSITIVE_INFINITY;
}

function rank({ license }: Grant): number {
	return LICENCES.indexOf(license);
}

/** The sources of an account's licence: what was paid for, and what it had besides (a trial, an administrator's grant). */
export interface LicenceState {
	/** What it had before, or was granted since. */
	readonly base: Grant | null;
	/** What this code last wrote to the account. */
	readonly written: Grant | null;
}

export function sameGrant(a: Grant | null, b: Grant | null): boolean {
	return a === b || (a !== null && b !== null && a.license === b.license && a.until === b.until);
}

/**
 * The account's licence from now on. `present` is the stored one: if it isn't what was last written, an administrator has set it, and it becomes
 * the base. A manual grant higher than the paid licence is never removed by a payment notification.
 */
export function nextLicence({ base, written }: LicenceState, present: Grant | null, paid: readonly Grant[], now: UtcMs): LicenceState {
	const kept = sameGrant(present, written) ? base : present;
	return { base: kept, written: bestGrant([...paid, ...(kept ? [kept] : [])], now) ?? kept };
}

/** Whether the account had `last` and has less now. */
export function hasEnded(last: Grant | null, next: Grant | null, now: UtcMs): boolean {
	if (last === null) return false;
	const inForce = next === null ? null : bestGrant([next], now);
	return inForce === null || rank(inForce) < rank(last);
}

/** A billing mail waiting to be sent. */
export interface BillingMail {
	readonly to: string;
	readonly subject: string;
	readonly text: string;
	readonly html: string;
	/** Without angle brackets; the same for every attempt, so that mail programs show it only once. */
	readonly messageId: string;
}
