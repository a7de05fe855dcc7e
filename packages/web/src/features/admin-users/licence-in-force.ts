import { adminWords } from '../../entities/administration/words.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import type { User } from './queries.ts';
import { userWords } from './words.ts';

/** The licence in force, and the granted one if different. */
export function licenceInForce({ license, license_in_force: now }: User): string {
	return license === now ? (now ?? adminWords.none) : userWords.inForce(now ?? adminWords.none, license ?? adminWords.none);
}

/** Why that licence is active, or none is. */
export function reasonOf({ role, status, license, license_expires, license_in_force }: User): string {
	const { because } = userWords;
	if (status !== 'active') return because[status];
	if (role === 'admin') return because.admin;
	if (license === null) return because.none;
	const end = license_expires === null ? null : etDateTime(msOf(license_expires));
	if (license_in_force === null) return because.ended(license, end ?? '');
	return end === null ? because.given : because.until(end);
}
