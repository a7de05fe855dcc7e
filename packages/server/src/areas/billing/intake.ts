import { createHash } from 'node:crypto';
import { mustBeDefined } from '@sw/contract/null-words';
import type { NoticeFields } from '@sw/domain/billing/notice';
import { isTestMode, missingField, noticeText } from '@sw/domain/billing/payment-event';
import { isoSeconds } from '@sw/domain/time/format';
import { malformed, Problem } from '../../platform/errors.ts';
import { createKeeper } from './keep-together.ts';
import type { BillingParts, TurnedAway } from './ports.ts';

export type Hook = TurnedAway['hook'];

/** Different reasons that are told apart in a day: whoever knocks cannot make more of them. */
const REASONS = {
	nobody: 'nobody takes payments here',
	unsigned: 'not signed with our keys',
	cut: 'signed, but without a required field',
	test: 'a test at the live hook',
} as const;

/** PostgreSQL keeps no NUL in text. */
const keepable = (fields: NoticeFields): NoticeFields =>
	Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.replaceAll('\0', '\ufffd'), value.replaceAll('\0', '\ufffd')]));

/** Takes notices in: what is signed is stored as it came, before anything is made of it; all else is counted. */
export const createIntake = ({
	records,
	payments,
	clock,
	chance,
	wake,
}: Pick<BillingParts, 'records' | 'payments' | 'clock' | 'chance' | 'wake'>) => {
	const keep = createKeeper(records.keepNotices);
	let counted = new Map<string, TurnedAway>();
	const turnAway = (hook: Hook, reason: keyof typeof REASONS): void => {
		const date = isoSeconds(clock.now()).slice(0, 10);
		const key = `${date} ${hook} ${reason}`;
		counted.set(key, { date, hook, reason: REASONS[reason], count: (counted.get(key)?.count ?? 0) + 1 });
	};
	const take = async (hook: Hook, fields: NoticeFields): Promise<void> => {
		const refuse = (reason: keyof typeof REASONS): Problem => {
			turnAway(hook, reason);
			return new Problem('bad_request', { detail: 'This is no notice for us.' });
		};
		if (payments === null) throw refuse('nobody');
		if (!payments.isSigned(fields)) throw refuse('unsigned');
		const missing = missingField(fields);
		if (missing !== undefined) {
			turnAway(hook, 'cut');
			throw malformed(missing, mustBeDefined(missing));
		}
		if (hook === 'live' && isTestMode(fields)) throw refuse('test');
		const kept = keepable(fields);
		const { number, isNew } = await keep({
			id: chance.uuid(),
			key: createHash('sha256')
				.update(`${hook} ${noticeText(kept)}`)
				.digest('hex'),
			state: hook === 'live' ? 'received' : 'test',
			typeId: Number(kept.IPN_TYPE_ID),
			type: (kept.IPN_TYPE_NAME ?? '').slice(0, 100),
			providerOrderId: (kept.ORDER_ID ?? '').slice(0, 100),
			providerSubscriptionId: kept.SUBSCRIPTION_ID?.trim().slice(0, 100) || null,
			fields: kept,
			receivedAt: clock.now(),
		});
		if (hook === 'live' && isNew) wake(number);
	};
	return {
		take,
		/** Writes down what was turned away since the last time. */
		flush: async (): Promise<void> => {
			const counts = counted;
			counted = new Map();
			await records.countTurnedAway([...counts.values()]).catch((error: unknown) => {
				for (const [key, row] of counts) counted.set(key, { ...row, count: row.count + (counted.get(key)?.count ?? 0) });
				throw error;
			});
		},
	};
};
