import type { User } from '@sw/domain/access/user';
import { bestGrant, type Grant, hasEnded, type LicenceState, nextLicence, sameGrant } from '@sw/domain/billing/licence-state';
import { DAY, type UtcMs, utcMs } from '@sw/domain/time/units';
import { enqueueOrderMessages, type OrderMessage } from './enqueue-order-messages.ts';
import type { BillingMails } from './mails.ts';
import type { BillingRecords, LicenceOfUser, UserLicenceState } from './ports.ts';

/** Time of the warning before a licence ends. */
const WARNING = 3 * DAY;
const NONE: LicenceState = { base: null, written: null };

export interface UpdatedLicences {
	readonly users: readonly User[];
	/** Accounts whose licence has changed. */
	readonly changed: readonly string[];
}

/** Applies paid licences to accounts, in the transaction, with the resulting mails; accounts that never paid are left alone. Idempotent. */
export async function updateLicences(
	tx: BillingRecords,
	userIds: readonly string[],
	now: UtcMs,
	mails: BillingMails,
): Promise<UpdatedLicences> {
	const users = await tx.lockUsers(userIds);
	const states = await tx.licenceStates(userIds);
	const paid = Map.groupBy(await tx.paidGrants(userIds, now), ({ userId }) => userId);
	const kept: UserLicenceState[] = [];
	const licences: LicenceOfUser[] = [];
	const messages: OrderMessage[] = [];
	for (const user of users) {
		const { id: userId } = user;
		const before = states.get(userId);
		const grants = paid.get(userId)?.map(({ license, until }) => ({ license, until })) ?? [];
		if (!before && grants.length === 0) continue;
		const present = grantOf(user);
		const next = nextLicence(before ?? NONE, present, grants, now);
		const isPaid = !sameGrant(next.written, next.base);
		const until = isPaid ? (next.written?.until ?? null) : null;
		const warnAt = until === null ? null : utcMs(until - WARNING);
		kept.push({ userId, state: next, lookAt: until === null ? null : warnAt !== null && warnAt > now ? warnAt : until });
		if (!sameGrant(next.written, present)) licences.push({ userId, grant: next.written });

		const last = before && !sameGrant(before.written, before.base) ? before.written : null;
		if (last !== null && hasEnded(last, next.written, now)) {
			const mail = mails.ended(last, bestGrant(next.written ? [next.written] : [], now));
			messages.push({ user, key: `ended ${userId} ${last.license} ${last.until}`, mail });
		}
		if (isPaid && next.written && until !== null && warnAt !== null && warnAt <= now && !(await isRenewed(tx, userId))) {
			const { license } = next.written;
			messages.push({ user, key: `ending ${userId} ${license} ${until}`, mail: mails.ending(license, until) });
		}
	}
	await tx.saveLicenceStates(kept);
	await tx.giveLicences(licences);
	await enqueueOrderMessages({ tx, mails, now }, messages);
	return { users, changed: licences.map(({ userId }) => userId) };
}

/** Whether an automatic charge will come before the licence ends. */
async function isRenewed(tx: BillingRecords, userId: string): Promise<boolean> {
	const subscription = await tx.subscriptionOf(userId);
	return subscription?.state === 'active' && subscription.renewal === 'auto';
}

function grantOf({ license, licenseExpires }: User): Grant | null {
	return license === null ? null : { license, until: licenseExpires };
}
