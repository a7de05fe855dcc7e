import { createHash } from 'node:crypto';
import { mustBeDefined } from '@sw/contract/null-words';
import type { NoticeFields } from '@sw/domain/billing/notice';
import { isTestMode, missingField, noticeText } from '@sw/domain/billing/payment-event';
import { isoSeconds } from '@sw/domain/time/format';
import { malformed, Problem } from '../../platform/errors.ts';
import { createKeeper } from './keep-together.ts';
import type { BillingParts, TurnedAway } from './ports.ts';
import type { RightOfWay } from './right-of-way.ts';

export type Hook = TurnedAway['hook'];

/** Reasons of rejection that are counted per day: a fixed set, which callers cannot enlarge. */
const REASONS = {
	disabled: 'no payment provider is configured',
	unsigned: 'invalid signature',
	cut: 'valid signature, but a required field is missing',
	test: 'test notification at the live address',
} as const;

const hasNul = ([name, value]: [string, string]): boolean => name.includes('\0') || value.includes('\0');
/** PostgreSQL cannot store NUL in text. */
const keepable = (fields: NoticeFields): NoticeFields => {
	const entries = Object.entries(fields);
	if (!entries.some(hasNul)) return fields;
	return Object.fromEntries(entries.map(([name, value]) => [name.replaceAll('\0', '\ufffd'), value.replaceAll('\0', '\ufffd')]));
};

/** Long enough for all of the provider's names and numbers. Cutting may leave a lone surrogate, which cannot be stored. */
const shortened = (text: string): string => text.slice(0, 100).toWellFormed();

/** Receives payment notifications: signed ones are stored unchanged before any processing; all others are only counted. */
export const createIntake = ({
	records,
	payments,
	clock,
	chance,
	wake,
	rightOfWay,
}: Pick<BillingParts, 'records' | 'payments' | 'clock' | 'chance' | 'wake'> & { rightOfWay: Pick<RightOfWay, 'noticed'> }) => {
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
			return new Problem('bad_request', { detail: 'Unrecognized payment notification.' });
		};
		if (payments === null) throw refuse('disabled');
		if (!payments.isSigned(fields)) throw refuse('unsigned');
		const missing = missingField(fields);
		if (missing !== undefined) {
			turnAway(hook, 'cut');
			throw malformed(missing, mustBeDefined(missing));
		}
		if (hook === 'live' && isTestMode(fields)) throw refuse('test');
		rightOfWay.noticed();
		const kept = keepable(fields);
		const { number, isNew } = await keep({
			id: chance.uuid(),
			key: createHash('sha256')
				.update(`${hook} ${noticeText(kept)}`)
				.digest('hex'),
			state: hook === 'live' ? 'received' : 'test',
			typeId: Number(kept.IPN_TYPE_ID),
			type: shortened(kept.IPN_TYPE_NAME ?? ''),
			providerOrderId: shortened(kept.ORDER_ID ?? ''),
			providerSubscriptionId: shortened(kept.SUBSCRIPTION_ID?.trim() ?? '') || null,
			fields: kept,
			receivedAt: clock.now(),
		});
		if (hook === 'live' && isNew) wake(number);
	};
	return {
		take,
		/** Stores the counts of rejected notifications since the last time. */
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
