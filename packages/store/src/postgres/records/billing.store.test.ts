import { utcMs } from '@sw/domain/time/units';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ANN, at, id, notification, order, product, subscription } from '../../testing/billing-records.ts';
import { type TestDatabase, testDatabase } from '../../testing/databases.ts';
import { openRecords, type Records } from '../records.ts';
import { users } from '../schema/accounts.ts';
import {
	changeNotification,
	countRejectedRequests,
	dueNotifications,
	listNotifications,
	markNotificationsProcessed,
	notificationsOfOrders,
	recheckNotifications,
	rejectedRequestsSince,
	storeNotifications,
	stripNotification,
	wholeNotifications,
} from './billing/notifications.ts';
import {
	addOrder,
	changeOrders,
	changeWaiting,
	listOrders,
	orderByName,
	ordersNamed,
	type ReportedOrder,
	withdrawUnpaid,
} from './billing/orders.ts';
import { addFirstProducts, addProduct, changeProduct, pricesOf, productById, removeProduct, savePrices } from './billing/products.ts';
import {
	listSubscriptions,
	paidGrants,
	removeSubscriptions,
	saveSubscriptions,
	subscriptionOf,
	subscriptionsToFinish,
} from './billing/subscriptions.ts';

let database: TestDatabase;
let records: Records;

beforeAll(async () => {
	database = await testDatabase(inject('databaseUrl'));
	records = openRecords(database.url);
	const ann = { email: 'Ann@example.com', emailKey: 'ann@example.com', role: 'user', status: 'active', createdAt: at(0) } as const;
	await records.db.insert(users).values([
		{ id: ANN, ...ann },
		{ id: id(902), ...ann, email: 'gone@example.com', emailKey: 'gone@example.com' },
	]);
});
afterAll(async () => {
	await records?.close();
	await database?.drop();
});

describe('products', () => {
	it('are offered at a first start alone, also by two at once', async () => {
		const added = await Promise.all([addFirstProducts(records.db, [product(1)]), addFirstProducts(records.db, [product(1)])]);
		expect(added.sort()).toEqual([false, true]);
		expect(await productById(records.db, id(1))).toMatchObject({ name: 'Plan 1' });
		expect(await pricesOf(records.db, [id(1)])).toEqual([]);
	});

	it('are for sale once for each licence and period, and known to the provider by one number each', async () => {
		expect(await changeProduct(records.db, id(1), { isActive: true, providerProductId: '81' })).toMatchObject({ isActive: true });
		expect(await addProduct(records.db, product(2, { isActive: true }))).toBe('taken');
		expect(await addProduct(records.db, product(2, { providerProductId: '81' }))).toBe('taken');
		expect(await addProduct(records.db, product(2, { isActive: true, period: 'year' }))).toMatchObject({ id: id(2) });
	});

	it('have prices that are set all together or not at all', async () => {
		const unknown = { productId: id(99), currency: 'USD', cents: 1 };
		await expect(savePrices(records.db, [{ productId: id(1), currency: 'EUR', cents: 1 }, unknown])).rejects.toThrow();
		expect(await pricesOf(records.db, [id(1)])).toEqual([]);
		expect(await savePrices(records.db, [{ productId: id(1), currency: 'EUR', cents: 1 }])).toBe(1);
		expect(await pricesOf(records.db, [id(1)])).toEqual([{ productId: id(1), currency: 'EUR', cents: 1 }]);
	});

	it('that were ordered stay with their orders when they are taken away', async () => {
		await addOrder(records.db, order(101));
		expect(await removeProduct(records.db, id(1), { updatedAt: at(9) })).toBe(true);
		expect(await productById(records.db, id(1))).toMatchObject({ isActive: false, updatedAt: at(9) });
		expect(await removeProduct(records.db, id(2), { updatedAt: at(9) })).toBe(true);
		expect(await productById(records.db, id(2))).toBeUndefined();
		expect(await removeProduct(records.db, id(2), { updatedAt: at(9) })).toBe(false);
	});
});

describe('orders', () => {
	it('are found by id or code in any case of letters, until they are taken back unpaid', async () => {
		expect(await orderByName(records.db, 'code101')).toMatchObject({ id: id(101), email: 'Ann@example.com' });
		expect(await orderByName(records.db, id(101))).toMatchObject({ code: 'CODE101' });
		await addOrder(records.db, order(102, { userId: id(902) }));
		expect(await changeWaiting(records.db, id(102), { withdrawnAt: at(3) })).toBe(true);
		expect(await changeWaiting(records.db, id(102), { withdrawnAt: at(4) })).toBe(false);
		expect(await orderByName(records.db, 'CODE102')).toBeUndefined();
		const reported: ReportedOrder = {
			id: id(102),
			state: 'processed',
			paymentMethod: 'Card "\\é',
			providerOrderId: null,
			charges: [{ providerOrderId: '1', state: 'processed', at: at(0), cents: 1, currency: 'USD', method: null, invoice: null }],
			paidAt: null,
			licenceUntil: at(50),
			updatedAt: utcMs(at(4) + 7),
		};
		await changeOrders(records.db, [
			reported,
			{ ...reported, id: id(101), state: 'waiting', paymentMethod: null, charges: [], licenceUntil: null },
		]);
		await changeOrders(records.db, []);
		expect(await orderByName(records.db, 'CODE102')).toMatchObject({ ...reported, withdrawnAt: at(3) });
		expect(await orderByName(records.db, 'CODE101')).toMatchObject({ state: 'waiting', charges: [], licenceUntil: null });
	});

	it('are listed newest first by whose, state, method, days and the beginning of a code or address', async () => {
		const found = async (search: Parameters<typeof listOrders>[1]) =>
			(await listOrders(records.db, search, 0, 10)).items.map(({ code }) => code);
		expect(await found({})).toEqual(['CODE102', 'CODE101']);
		expect(await found({ userId: ANN })).toEqual(['CODE101']);
		expect(await found({ state: 'processed' })).toEqual(['CODE102']);
		expect(await found({ paymentMethod: 'Card "\\é' })).toEqual(['CODE102']);
		expect(await found({ since: at(102) })).toEqual(['CODE102']);
		expect(await found({ until: at(102) })).toEqual(['CODE101']);
		expect(await found({ q: 'code10' })).toHaveLength(2);
		expect(await found({ q: 'GONE@' })).toEqual(['CODE102']);
		expect(await found({ q: '%' })).toEqual([]);
	});
});

describe('unpaid orders', () => {
	it('are taken back when they have waited too long, those that wait for their money are not', async () => {
		const charge = { providerOrderId: '1', state: 'waiting', at: at(0), cents: null, currency: null, method: null, invoice: null } as const;
		await addOrder(records.db, order(110, { updatedAt: at(-10) }));
		await addOrder(records.db, order(111, { updatedAt: at(-10), charges: [charge] }));
		await addOrder(records.db, order(112, { updatedAt: at(-1) }));
		await addOrder(records.db, order(113, { updatedAt: at(-10), state: 'canceled' }));
		expect(await withdrawUnpaid(records.db, at(-5), at(700), 10)).toBe(1);
		expect(await withdrawUnpaid(records.db, at(-5), at(700), 10)).toBe(0);
		expect(await orderByName(records.db, 'CODE110')).toBeUndefined();
		for (const n of [111, 112, 113]) expect(await orderByName(records.db, `CODE${n}`)).toBeDefined();
	});
});

describe('payment notifications', () => {
	it('are kept once, as they came, with how often they came', async () => {
		const alone = await Promise.all([1, 2, 3].map((n) => storeNotifications(records.db, [notification(201, { id: id(200 + n) })])));
		expect(alone.flat().filter(({ isNew }) => isNew)).toHaveLength(1);
		const [repeated, ...twice] = await storeNotifications(
			records.db,
			[204, 205, 206].map((n) => notification(n === 204 ? 201 : 203, { id: id(n) })),
		);
		expect([repeated?.isNew, ...twice.map(({ isNew }) => isNew)]).toEqual([false, true, false]);
		expect(new Set(twice.map(({ number }) => number)).size).toBe(1);
		expect((await listNotifications(records.db, {}, 0, 10)).items).toMatchObject([
			{ id: id(205), copies: 2 },
			{ copies: 4, fields: { ORDER_ID: '201', 'UNKNOWN é': '' } },
		]);
		await changeNotification(records.db, id(205), { state: 'refused' });
	});

	it('say nothing of what they hold where they cannot be kept', async () => {
		const reported = await storeNotifications(records.db, [
			notification(202, { typeId: 2 ** 40, fields: { CREDIT_CARD_LAST4: '4242' } }),
		]).catch((error: unknown) => error);
		expect(reported).toBeInstanceOf(Error);
		expect(`${(reported as Error).message} ${(reported as Error).stack} ${JSON.stringify(reported)}`).not.toContain('4242');
	});

	it('wait until they are due, and count for their order once they were worked on', async () => {
		const [first] = await dueNotifications(records.db, at(201), 10);
		expect(first).toMatchObject({ key: 'key 201' });
		expect(await dueNotifications(records.db, at(200), 10)).toEqual([]);
		const key = first?.id ?? '';
		await changeNotification(records.db, key, { dueAt: at(300), attempts: 1, reason: 'away' });
		expect(await dueNotifications(records.db, at(299), 10)).toEqual([]);
		await markNotificationsProcessed(records.db, [{ id: key, orderId: id(101), attempts: 2 }], at(300));
		await markNotificationsProcessed(records.db, [], at(300));
		expect(await notificationsOfOrders(records.db, [id(101), id(102)])).toMatchObject([
			{ state: 'worked', workedAt: at(300), attempts: 2, reason: null, orderId: id(101) },
		]);
		await changeNotification(records.db, key, { state: 'received' });
		expect(await notificationsOfOrders(records.db, [id(101)])).toHaveLength(1);
		await changeNotification(records.db, key, { state: 'refused' });
		expect(await notificationsOfOrders(records.db, [id(101)])).toEqual([]);
		await changeNotification(records.db, key, { state: 'worked' });
	});

	it('are about the order that a number of theirs is bound to, else about the one of their code', async () => {
		const named = { providerOrderIds: ['9'], providerSubscriptionId: null, code: null };
		const found = await ordersNamed(records.db, [
			{ ...named, providerOrderIds: ['9', '201'], code: 'CODE102' },
			{ ...named, providerSubscriptionId: '8' },
			{ ...named, code: 'CODE102' },
			{ ...named, code: 'NOBODYS' },
		]);
		expect(found.map((one) => one?.code)).toEqual(['CODE101', undefined, 'CODE102', undefined]);
		expect(await ordersNamed(records.db, [named])).toEqual([undefined]);
	});

	it('that were about nothing wait again when their order or subscription comes to be known', async () => {
		await storeNotifications(
			records.db,
			[211, 212, 213].map((n) => notification(n, { state: 'refused', providerSubscriptionId: n === 212 ? '7301' : null })),
		);
		expect(await recheckNotifications(records.db, { providerOrderIds: ['211'], providerSubscriptionIds: ['7301'] }, at(400))).toBe(2);
		expect(await recheckNotifications(records.db, { providerOrderIds: [], providerSubscriptionIds: [] }, at(400))).toBe(0);
		expect((await dueNotifications(records.db, at(400), 10)).map(({ providerOrderId }) => providerOrderId)).toEqual(['211', '212']);
	});

	it('are stripped once when they are old', async () => {
		await storeNotifications(records.db, [notification(221, { state: 'refused', receivedAt: at(-900) })]);
		const old = await wholeNotifications(records.db, at(-800), 10);
		expect(old).toMatchObject([{ id: id(221), fields: { ORDER_ID: '221' } }]);
		await stripNotification(records.db, id(221), { ORDER_ID: '221' }, at(900));
		expect(await wholeNotifications(records.db, at(-800), 10)).toEqual([]);
		expect((await listNotifications(records.db, { q: '221' }, 0, 1)).items).toMatchObject([
			{ fields: { ORDER_ID: '221' }, strippedAt: at(900) },
		]);
	});

	it('that were none are counted by day, hook and reason', async () => {
		const row = { date: '2026-06-30', hook: 'live', reason: 'not signed', count: 2 } as const;
		await countRejectedRequests(records.db, [row]);
		await countRejectedRequests(records.db, [
			{ ...row, count: 3 },
			{ ...row, hook: 'test' },
		]);
		await countRejectedRequests(records.db, []);
		expect(await rejectedRequestsSince(records.db, '2026-06-30')).toEqual([
			{ ...row, count: 5 },
			{ ...row, hook: 'test' },
		]);
		expect(await rejectedRequestsSince(records.db, '2026-07-01')).toEqual([]);
	});
});

describe('subscriptions', () => {
	it('are the order’s that named them first', async () => {
		expect(await saveSubscriptions(records.db, [subscription(301)])).toBe(true);
		const overrides = { providerId: '7301', orderId: id(102) };
		expect(await saveSubscriptions(records.db, [subscription(398, overrides)])).toBe(false);
		const changed = [subscription(399, { providerId: '7301', state: 'suspended' }), subscription(310, { providerId: '7310' })];
		expect(await saveSubscriptions(records.db, changed)).toBe(true);
		expect(await saveSubscriptions(records.db, [])).toBe(true);
		const bound = await ordersNamed(records.db, [{ providerOrderIds: [], providerSubscriptionId: '7301', code: 'CODE102' }]);
		expect(bound[0]?.code).toBe('CODE101');
		await removeSubscriptions(records.db, [id(310)]);
		await removeSubscriptions(records.db, []);
		expect((await listSubscriptions(records.db, {}, 0, 10)).items).toMatchObject([
			{ id: id(301), state: 'suspended', orderCode: 'CODE101', email: 'Ann@example.com' },
		]);
	});

	it('bring what they are paid for, as what was paid once does', async () => {
		expect(await paidGrants(records.db, [ANN, id(902)], at(49))).toEqual([
			{ userId: ANN, license: 'pro', until: at(600) },
			{ userId: id(902), license: 'pro', until: at(50) },
		]);
		expect(await paidGrants(records.db, [ANN, id(902)], at(599))).toEqual([{ userId: ANN, license: 'pro', until: at(600) }]);
		expect(await paidGrants(records.db, [ANN], at(600))).toEqual([]);
	});

	it('of an account are the newest active one; the others are to be ended, as are those without an account', async () => {
		await saveSubscriptions(records.db, [subscription(302, { state: 'finished' })]);
		expect((await subscriptionOf(records.db, ANN))?.id).toBe(id(301));
		expect(await subscriptionsToFinish(records.db, 10)).toEqual([]);
		await saveSubscriptions(records.db, [subscription(303)]);
		expect((await subscriptionOf(records.db, ANN))?.id).toBe(id(303));
		expect((await subscriptionsToFinish(records.db, 10)).map((row) => row.id)).toEqual([id(301)]);
		await saveSubscriptions(records.db, [subscription(304, { userId: id(902), orderId: id(102) })]);
		await records.db.delete(users).where(sql`${users.id} = ${id(902)}`);
		expect((await subscriptionsToFinish(records.db, 10)).map((row) => row.id).sort()).toEqual([id(301), id(304)]);
		expect(await listSubscriptions(records.db, { q: '7304' }, 0, 10)).toMatchObject({ items: [{ email: '', userId: null }], total: 1 });
	});
});

describe('what a call or a job asks', () => {
	/** The plan of PostgreSQL where nothing speaks for reading a whole table. */
	const plan = async (query: string): Promise<string> =>
		records.db.transaction(async (tx) => {
			await tx.execute(sql`set local enable_seqscan = off`);
			const { rows } = await tx.execute(sql.raw(`explain ${query}`));
			return JSON.stringify(rows);
		});

	it.each([
		['orders', `select * from orders where code = 'A'`],
		['orders', `select * from orders where user_id = '${ANN}' order by created_at desc limit 10`],
		['orders', `select * from orders order by created_at desc, id desc limit 10`],
		['payment_notices', `select * from payment_notices where state = 'received' and due_at <= now() order by due_at, number limit 50`],
		['payment_notices', `select * from payment_notices where order_id = '${ANN}' order by number`],
		['payment_notices', `select * from payment_notices where provider_order_id = '1' and state = 'worked' limit 1`],
		['payment_notices', `select * from payment_notices order by number desc limit 10`],
		['subscriptions', `select * from subscriptions where provider_id = '1'`],
		['subscriptions', `select * from subscriptions where user_id = '${ANN}'`],
		[
			'orders',
			`select * from orders where state = 'waiting' and withdrawn_at is null and updated_at < now() order by updated_at limit 200`,
		],
		['payment_notices', `select * from payment_notices where stripped_at is null and received_at < now() order by received_at limit 200`],
		['billing_mails', `select * from billing_mails where mail is not null and due_at <= now() order by due_at limit 20`],
		['billing_standings', `select * from billing_standings where look_at <= now() order by look_at limit 50`],
	])('of %s has an index: %s', async (table, query) => {
		expect(await plan(query)).not.toContain(`Seq Scan on ${table}`);
	});
});
