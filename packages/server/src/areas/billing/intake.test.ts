import { utcMs } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { createNotificationBatcher } from './intake.ts';
import type { NewNotification, NotificationStoreResult } from './ports.ts';

function notification(n: number): NewNotification {
	return {
		id: `${n}`,
		key: `key ${n}`,
		state: 'received',
		typeId: 1,
		type: 'OrderCharged',
		providerOrderId: `${n}`,
		providerSubscriptionId: null,
		fields: {},
		receivedAt: utcMs(n),
	};
}

/** A store that saves on command, and records what it was asked to save, statement by statement. */
function slowStore(refuses: (notification: NewNotification) => boolean = () => false) {
	const statements: string[][] = [];
	const held: (() => void)[] = [];
	let last = 0;
	return {
		statements,
		/** Lets the statement that is under way end, and what follows from it happen. */
		go: async (): Promise<void> => {
			held.shift()?.();
			await new Promise((resolve) => setImmediate(resolve));
		},
		storeNotifications: async (notifications: readonly NewNotification[]): Promise<NotificationStoreResult[]> => {
			statements.push(notifications.map(({ id }) => id));
			await new Promise<void>((resolve) => held.push(resolve));
			if (notifications.some(refuses)) throw new Error('cannot be kept');
			return notifications.map(() => ({ number: ++last, isNew: true }));
		},
	};
}

describe('notices that come together', () => {
	it('are kept in the order of coming, those that come meanwhile by one statement', async () => {
		const store = slowStore();
		const keep = createNotificationBatcher(store.storeNotifications);
		const kept = [1, 2, 3].map((n) => keep(notification(n)));
		await store.go();
		expect(await kept[0]).toEqual({ number: 1, isNew: true });
		kept.push(keep(notification(4)));
		await store.go();
		await store.go();
		expect((await Promise.all(kept)).map(({ number }) => number)).toEqual([1, 2, 3, 4]);
		expect(store.statements).toEqual([['1'], ['2', '3'], ['4']]);
	});

	it('are at most a hundred in a statement', async () => {
		const store = slowStore();
		const keep = createNotificationBatcher(store.storeNotifications);
		const kept = Array.from({ length: 151 }, (_, n) => keep(notification(n)));
		for (let statement = 0; statement < 3; statement++) await store.go();
		expect((await Promise.all(kept)).map(({ number }) => number)).toEqual(kept.map((_, at) => at + 1));
		expect(store.statements.map(({ length }) => length)).toEqual([1, 100, 50]);
	});

	it('are saved one by one if one of them fails, and only that one gets the error', async () => {
		const store = slowStore(({ id }) => id === '3');
		const keep = createNotificationBatcher(store.storeNotifications);
		const ends = Promise.allSettled([1, 2, 3, 4].map((n) => keep(notification(n))));
		for (let statement = 0; statement < 5; statement++) await store.go();
		expect((await ends).map((end) => (end.status === 'fulfilled' ? end.value.number : (end.reason as Error).message))).toEqual([
			1,
			2,
			'cannot be kept',
			3,
		]);
		expect(store.statements).toEqual([['1'], ['2', '3', '4'], ['2'], ['3'], ['4']]);
		// The next one finds it at rest.
		const next = keep(notification(5));
		await store.go();
		expect((await next).number).toBe(4);
	});
});
