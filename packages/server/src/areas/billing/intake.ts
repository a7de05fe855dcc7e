import { createHash } from 'node:crypto';
import { mustBeDefined } from '@sw/contract/base/null-messages';
import { isTestMode, missingField, notificationText } from '@sw/domain/billing/payment-event';
import type { NotificationFields } from '@sw/domain/billing/payment-notification';
import { isoSeconds } from '@sw/domain/time/format';
import { malformed, Problem } from '../../platform/errors.ts';
import type { BillingParts, BillingRecords, KeptNotification, NewNotification, RejectedRequests } from './ports.ts';

export type Hook = RejectedRequests['hook'];

/** Reasons for rejection, counted per day. The set is fixed, so that callers can't fill the table. */
const REASONS = {
	disabled: 'no payment provider is configured',
	unsigned: 'invalid signature',
	cut: 'valid signature, but a required field is missing',
	test: 'test notification at the live address',
} as const;

/** Maximum notifications per statement. */
const BATCH = 100;

interface Waiting {
	notice: NewNotification;
	resolve(kept: KeptNotification): void;
	reject(error: unknown): void;
}

/** Receives payment notifications. Signed ones are stored unchanged before they are processed; all others are only counted. */
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
		/** Stores the counts of notifications rejected since the last flush. */
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

/**
 * Stores concurrent notifications in one commit: those that arrive while a batch is being stored form the next batch. Each call gets its own result. If
 * a batch fails, its notifications are stored one by one, so that an invalid one doesn't affect the others.
 */
export function createNotificationBatcher(storeNotifications: BillingRecords['storeNotifications']) {
	let waiting: Waiting[] = [];
	let isKeeping = false;
	const keepAll = async (some: readonly Waiting[]): Promise<void> => {
		try {
			const kept = await storeNotifications(some.map(({ notice: notification }) => notification));
			for (const [at, one] of some.entries()) one.resolve(kept[at] as KeptNotification);
		} catch (error) {
			if (some.length === 1) for (const { reject } of some) reject(error);
			else await Promise.all(some.map((one) => keepAll([one])));
		}
	};
	const empty = async (): Promise<void> => {
		isKeeping = true;
		while (waiting.length > 0) {
			const next = waiting.slice(0, BATCH);
			waiting = waiting.slice(BATCH);
			await keepAll(next);
		}
		isKeeping = false;
	};
	return (notification: NewNotification): Promise<KeptNotification> =>
		new Promise((resolve, reject) => {
			waiting.push({ notice: notification, resolve, reject });
			if (!isKeeping) void empty();
		});
}

/** 100 characters are enough for all names and numbers of the provider. Cutting can leave a lone surrogate, which can't be stored. */
function shortened(text: string): string {
	return text.slice(0, 100).toWellFormed();
}

/** Replaces NUL, which PostgreSQL can't store in text. */
function keepable(fields: NotificationFields): NotificationFields {
	const entries = Object.entries(fields);
	if (!entries.some(hasNul)) return fields;
	return Object.fromEntries(entries.map(([name, value]) => [name.replaceAll('\0', '\ufffd'), value.replaceAll('\0', '\ufffd')]));
}

function hasNul([name, value]: [string, string]): boolean {
	return name.includes('\0') || value.includes('\0');
}

/** Milliseconds between two checks. */
const PAUSE = 50;
/** This many notifications since the last check count as a burst, that is, 200 per second. */
const FLOOD = 10;
/** Processing continues after this many checks in any case, that is, after one second. */
const LOOKS = 20;

/** Gives receiving notifications priority over processing them, because senders wait for the response. `pause` takes milliseconds. */
export function createIntakePriority(pause: (ms: number) => Promise<void>) {
	let came = 0;
	return {
		/** Must be called for each received notification. */
		noticed: (): void => {
			came++;
		},
		/** Waits while notifications arrive in a burst, for at most a second. */
		clear: async (): Promise<void> => {
			for (let looks = 0; looks < LOOKS && came >= FLOOD; looks++) {
				came = 0;
				await pause(PAUSE);
			}
		},
	};
}

export type IntakePriority = ReturnType<typeof createIntakePriority>;
