import { createHash } from 'node:crypto';
import { mustBeDefined } from '@sw/contract/base/null-messages';
import { isTestMode, missingField, notificationText } from '@sw/domain/billing/payment-event';
import type { NotificationFields } from '@sw/domain/billing/payment-notification';
import { isoSeconds } from '@sw/domain/time/format';
import { malformed, Problem } from '../../platform/errors.ts';
import type { BillingParts, BillingRecords, KeptNotification, NewNotification, RejectedRequests } from './ports.ts';

export type Hook = RejectedRequests['hook'];

/** Reasons of rejection that are counted per day: a fixed set, which callers cannot enlarge. */
const REASONS = {
	disabled: 'no payment provider is configured',
	unsigned: 'invalid signature',
	cut: 'valid signature, but a required field is missing',
	test: 'test notification at the live address',
} as const;

/** Most notifications per statement. */
const BATCH = 100;

interface Waiting {
	notice: NewNotification;
	resolve(kept: KeptNotification): void;
	reject(error: unknown): void;
}

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

/**
 * Stores concurrent notifications in one commit: those that arrive while others are being stored are part of the next one. Each call gets its own
 * result. If a batch fails, each is stored alone, so that an invalid one affects no other.
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

/** Milliseconds between two checks. */
const PAUSE = 50;
/** This many notifications since the last check count as a burst: 200 a second. */
const FLOOD = 10;
/** Checks after which processing continues in any case: one second. */
const LOOKS = 20;

/** Receiving notifications has priority over processing them, since senders wait for the response. `pause` waits for milliseconds. */
export function createIntakePriority(pause: (ms: number) => Promise<void>) {
	let came = 0;
	return {
		/** To be called for each received notification. */
		noticed: (): void => {
			came++;
		},
		/** Waits during a burst of notifications, for a second at most. */
		clear: async (): Promise<void> => {
			for (let looks = 0; looks < LOOKS && came >= FLOOD; looks++) {
				came = 0;
				await pause(PAUSE);
			}
		},
	};
}

export type IntakePriority = ReturnType<typeof createIntakePriority>;
