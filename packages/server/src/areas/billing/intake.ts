import { createHash } from 'node:crypto';
import { mustBeDefinedMessage } from '@sw/contract/base/null-messages';
import { findInvalidField, isTestMode, notificationKey } from '@sw/domain/billing/payment-event';
import type { NotificationFields } from '@sw/domain/billing/payment-notification';
import { isoSeconds } from '@sw/domain/time/format';
import { malformed, Problem } from '../../platform/errors.ts';
import type { BillingParts, BillingRecords, NewNotification, NotificationStoreResult, RejectedRequests } from './ports.ts';

export type Hook = RejectedRequests['hook'];

/** Reasons for rejection, counted per day. The set is fixed, so that callers can't fill the table. */
const REASONS = {
	disabled: 'no payment provider is configured',
	unsigned: 'invalid signature',
	cut: 'valid signature, but a required field is missing',
	test: 'test notification at the live address',
} as const;

/** Maximum notifications per statement. */
const BATCH_SIZE = 100;

interface WaitingNotification {
	notification: NewNotification;
	resolve(stored: NotificationStoreResult): void;
	reject(error: unknown): void;
}

/** Receives payment notifications. Signed ones are stored unchanged before they are processed; all others are only counted. */
export function createIntake({
	records,
	payments,
	clock,
	randomSource,
	wake,
	intakePriority,
}: Pick<BillingParts, 'records' | 'payments' | 'clock' | 'randomSource' | 'wake'> & {
	intakePriority: Pick<IntakePriority, 'recordReceived'>;
}) {
	const store = createNotificationBatcher(records.storeNotifications);
	let rejectedCounts = new Map<string, RejectedRequests>();
	const countRejection = (hook: Hook, reason: keyof typeof REASONS): void => {
		const date = isoSeconds(clock.now()).slice(0, 10);
		const key = `${date} ${hook} ${reason}`;
		rejectedCounts.set(key, { date, hook, reason: REASONS[reason], count: (rejectedCounts.get(key)?.count ?? 0) + 1 });
	};
	const receive = async (hook: Hook, fields: NotificationFields): Promise<void> => {
		const createRejection = (reason: keyof typeof REASONS): Problem => {
			countRejection(hook, reason);
			return new Problem('bad_request', { detail: 'Unrecognized payment notification.' });
		};
		if (payments === null) throw createRejection('disabled');
		if (!payments.isSigned(fields)) throw createRejection('unsigned');
		const invalidField = findInvalidField(fields);
		if (invalidField !== undefined) {
			countRejection(hook, 'cut');
			throw malformed(invalidField, mustBeDefinedMessage(invalidField));
		}
		if (hook === 'live' && isTestMode(fields)) throw createRejection('test');
		intakePriority.recordReceived();
		const storableFields = replaceNul(fields);
		const { number, isNew } = await store({
			id: randomSource.uuid(),
			key: createHash('sha256')
				.update(`${hook} ${notificationKey(storableFields)}`)
				.digest('hex'),
			state: hook === 'live' ? 'received' : 'test',
			typeId: Number(storableFields.IPN_TYPE_ID),
			type: shorten(storableFields.IPN_TYPE_NAME ?? ''),
			providerOrderId: shorten(storableFields.ORDER_ID ?? ''),
			providerSubscriptionId: shorten(storableFields.SUBSCRIPTION_ID?.trim() ?? '') || null,
			fields: storableFields,
			receivedAt: clock.now(),
		});
		if (hook === 'live' && isNew) wake(number);
	};
	return {
		receive,
		/** Stores the counts of notifications rejected since the last flush. */
		flush: async (): Promise<void> => {
			const counts = rejectedCounts;
			rejectedCounts = new Map();
			await records.countRejectedRequests([...counts.values()]).catch((error: unknown) => {
				for (const [key, row] of counts) rejectedCounts.set(key, { ...row, count: row.count + (rejectedCounts.get(key)?.count ?? 0) });
				throw error;
			});
		},
	};
}

/**
 * Stores concurrent notifications in one commit. Notifications that arrive while a batch is being stored form the next batch. Each call gets its own result. If
 * a batch fails, its notifications are stored one by one, so that an invalid one doesn't affect the others.
 */
export function createNotificationBatcher(storeNotifications: BillingRecords['storeNotifications']) {
	let waitingNotifications: WaitingNotification[] = [];
	let isStoring = false;
	const storeBatch = async (batch: readonly WaitingNotification[]): Promise<void> => {
		try {
			const stored = await storeNotifications(batch.map(({ notification }) => notification));
			for (const [at, one] of batch.entries()) one.resolve(stored[at] as NotificationStoreResult);
		} catch (error) {
			if (batch.length === 1) for (const { reject } of batch) reject(error);
			else await Promise.all(batch.map((one) => storeBatch([one])));
		}
	};
	const storeWaiting = async (): Promise<void> => {
		isStoring = true;
		while (waitingNotifications.length > 0) {
			const batch = waitingNotifications.slice(0, BATCH_SIZE);
			waitingNotifications = waitingNotifications.slice(BATCH_SIZE);
			await storeBatch(batch);
		}
		isStoring = false;
	};
	return (notification: NewNotification): Promise<NotificationStoreResult> =>
		new Promise((resolve, reject) => {
			waitingNotifications.push({ notification, resolve, reject });
			if (!isStoring) void storeWaiting();
		});
}

/** Shortens a text to 100 characters, enough for all names and numbers of the provider. Replaces a lone surrogate, because it can't be stored. */
function shorten(text: string): string {
	return text.slice(0, 100).toWellFormed();
}

/** Replaces NUL, which PostgreSQL can't store in text. */
function replaceNul(fields: NotificationFields): NotificationFields {
	const entries = Object.entries(fields);
	if (!entries.some(hasNul)) return fields;
	return Object.fromEntries(entries.map(([name, value]) => [name.replaceAll('\0', '\ufffd'), value.replaceAll('\0', '\ufffd')]));
}

function hasNul([name, value]: [string, string]): boolean {
	return name.includes('\0') || value.includes('\0');
}

/** How long to wait between two checks for a burst. */
const CHECK_INTERVAL_MS = 50;
/** This many notifications since the last check count as a burst, that is, 200 per second. */
const BURST_SIZE = 10;
/** Processing continues after this many checks in any case, that is, after one second. */
const MAX_CHECKS = 20;

/** Gives receiving notifications priority over processing them, because senders wait for the response. `pause` waits for the given number of milliseconds. */
export function createIntakePriority(pause: (ms: number) => Promise<void>) {
	let receivedCount = 0;
	return {
		/** Must be called for each received notification. */
		recordReceived: (): void => {
			receivedCount++;
		},
		/** Waits while notifications arrive in a burst, for at most a second. */
		waitForLull: async (): Promise<void> => {
			for (let checks = 0; checks < MAX_CHECKS && receivedCount >= BURST_SIZE; checks++) {
				receivedCount = 0;
				await pause(CHECK_INTERVAL_MS);
			}
		},
	};
}

export type IntakePriority = ReturnType<typeof createIntakePriority>;
