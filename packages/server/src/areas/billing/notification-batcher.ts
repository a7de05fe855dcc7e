import type { BillingRecords, KeptNotification, NewNotification } from './ports.ts';

/** Most notifications per statement. */
const MOST = 100;

interface Waiting {
	notice: NewNotification;
	resolve(kept: KeptNotification): void;
	reject(error: unknown): void;
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
			const next = waiting.slice(0, MOST);
			waiting = waiting.slice(MOST);
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
