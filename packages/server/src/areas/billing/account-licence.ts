import type { User } from '@sw/domain/access/user';
import { type BillingStanding, bestGrant, type Grant, hasEnded, nextStanding, sameGrant } from '@sw/domain/billing/standing';
import { DAY, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Letter } from '../../outside/mail/mail-layout.ts';
import { layLetter } from './lay-letter.ts';
import type { BillingMails } from './mails.ts';
import type { BillingRecords } from './ports.ts';

/** Its owner hears that long before a licence ends. */
const WARNING = 3 * DAY;
const NONE: BillingStanding = { base: null, written: null };

const grantOf = ({ license, licenseExpires }: User): Grant | null => (license === null ? null : { license, until: licenseExpires });

/** Whether a charge will come by itself before the licence ends. */
const isRenewed = async (tx: BillingRecords, userId: string): Promise<boolean> => {
	const subscription = await tx.subscriptionOf(userId);
	return subscription?.state === 'active' && subscription.renewal === 'auto';
};

/**
 * Puts into an account what was paid for, in the transaction, with the mails that follow from it; an account that never paid stays as it is. The same
 * again changes nothing. Whether the account was changed.
 */
export const settleAccount = async (tx: BillingRecords, userId: string, now: UtcMs, mails: BillingMails): Promise<boolean> => {
	const user = await tx.lockUser(userId);
	if (!user) return false;
	const before = await tx.billingStanding(userId);
	const paid = await tx.paidGrants(userId, now);
	if (!before && paid.length === 0) return false;
	const present = grantOf(user);
	const next = nextStanding(before ?? NONE, present, paid, now);
	const isPaid = !sameGrant(next.written, next.base);
	const until = isPaid ? (next.written?.until ?? null) : null;
	const warnAt = until === null ? null : utcMs(until - WARNING);
	await tx.saveStanding(userId, next, until === null ? null : warnAt !== null && warnAt > now ? warnAt : until);
	const changes = !sameGrant(next.written, present);
	if (changes) await tx.changeUser(userId, { license: next.written?.license ?? null, licenseExpires: next.written?.until ?? null });

	const lay = (key: string, letter: Letter): Promise<void> => layLetter({ tx, user, mails, now }, key, letter);
	const last = before && !sameGrant(before.written, before.base) ? before.written : null;
	if (last !== null && hasEnded(last, next.written, now))
		await lay(`ended ${userId} ${last.license} ${last.until}`, mails.ended(last, bestGrant(next.written ? [next.written] : [], now)));
	if (isPaid && next.written && until !== null && warnAt !== null && warnAt <= now && !(await isRenewed(tx, userId)))
		await lay(`ending ${userId} ${next.written.license} ${until}`, mails.ending(next.written.license, until));
	return changes;
};
