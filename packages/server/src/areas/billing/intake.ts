import { createHash } from 'node:crypto';
import { mustBeDefined } from '@sw/contract/base/null-messages';
import { isTestMode, missingField, notificationText } from '@sw/domain/billing/payment-event';
import type { NotificationFields } from '@sw/domain/billing/payment-notification';
import { isoSeconds } from '@sw/domain/time/format';
import { malformed, Problem } from '../../platform/errors.ts';
import type { IntakePriority } from './intake-priority.ts';
import { createNotificationBatcher } from './notification-batcher.ts';
import type { BillingParts, RejectedRequests } from './ports.ts';

export type Hook = RejectedRequests['hook'];

/** Reasons of rejection that are counted per day: a fixed set, which callers cannot enlarge. */
const REASONS = {
	disabled: 'no payment provider is configured',
	unsigned: 'invalid signature',
	cut: 'valid signature, but a required field is missing',
	test: 'test notification at the live address',
} as const;

/** Receives payment notifications: signed ones are stored unchanged before any processing; all others are only counted. */
export function createIntake({
	records,
	payments,
	clock,
	randomSource,
	wake,
	rightOfWay,
}: Pick<BillingParts, 'records' | 'payments' | 'clock' | 'randomSource' | 'wake'> & { rightOfWay: Pick<IntakePriority, 'noticed'> }) {
	const keep = createNotificationBatcher(records.storeNotifications);
	let counted = new Map<string, RejectedRequests>();
	const turnAway = (hook: Hook, reason: keyof typeof REASONS): void => {
		const date = isoSeconds(clock.now()).slice(0, 10);
		const key = `${date} ${hook} ${reason}`;
		counted.set(key, { date, hook, reason: REASONS[reason], count: (counted.get(key)?.count ?? 0) + 1 });
	};
	const take = async (hook: Hook, fields: NotificationFields): Promise<void> => {
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
			id: randomSource.uuid(),
			key: createHash('sha256')
				.update(`${hook} ${notificationText(kept)}`)
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
			await records.countRejectedRequests([...counts.values()]).catch((error: unknown) => {
				for (const [key, row] of counts) counted.set(key, { ...row, count: row.count + (counted.get(key)?.count ?? 0) });
				throw error;
			});
		},
	};
}

/** Long enough for all of the provider's names and numbers. Cutting may leave a lone surrogate, which cannot be stored. */
function shortened(text: string): string {
	return text.slice(0, 100).toWellFormed();
}

/** PostgreSQL cannot store NUL in text. */
function keepable(fields: NotificationFields): NotificationFields {
	const entries = Object.entries(fields);
	if (!entries.some(hasNul)) return fields;
	return Object.fromEntries(entries.map(([name, value]) => [name.replaceAll('\0', '\ufffd'), value.replaceAll('\0', '\ufffd')]));
}

function hasNul([name, value]: [string, string]): boolean {
	return name.includes('\0') || value.includes('\0');
}
