import { utcMs } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
	ANN,
	sampleId,
	sampleNotification,
	sampleOrder,
	sampleProduct,
	sampleSubscription,
	timeAtMinute,
} from '../../testing/billing-records.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { sql } from '../orm/drizzle.ts';
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
	database = await createTestDatabase(inject('databaseUrl'));
	records = openRecords(database.url);
	const ann = {
		email: 'Ann@example.com',
		emailKey: 'ann@example.com',
		role: 'user',
		status: 'active',
		createdAt: timeAtMinute(0),
	} as const;
	await records.db.insert(users).values([
		{ id: ANN, ...ann },
		{ id: sampleId(902), ...ann, email: 'gone@example.com', emailKey: 'gone@example.com' },
	]);
});
afterAll(async () => {
	await records?.close();
	await database?.drop();
});

describe('products', () => {
	it('are offered at a first start alone, also by two at once', async () => {
		const added = await Promise.all([addFirstProducts(records.db, [sampleProduct(1)]), addFirstProducts(records.db, [sampleProduct(1)])]);
		expect(added.sort()).toEqual([false, true]);
		expect(await productById(records.db, sampleId(1))).toMatchObject({ name: 'Plan 1' });
		expect(await pricesOf(records.db, [sampleId(1)])).toEqual([]);
	});

	it('are for sale once for each licence and period, and known to the provider by one number each', async () => {
		expect(await changeProduct(records.db, sampleId(1), { isActive: true, providerProductId: '81' })).toMatchObject({ isActive: true });
		expect(await addProduct(records.db, sampleProduct(2, { isActive: true }))).toBe('taken');
		expect(await addProduct(records.db, sampleProduct(2, { providerProductId: '81' }))).toBe('taken');
		expect(await addProduct(records.db, sampleProduct(2, { isActive: true, period: 'year' }))).toMatchObject({ id: sampleId(2) });
	});

	it('have prices that are set all together or not at all', async () => {
		const unknown = { productId: sampleId(99), currency: 'USD', cents: 1 };
		await expect(savePrices(records.db, [{ productId: sampleId(1), currency: 'EUR', cents: 1 }, unknown])).rejects.toThrow();
		expect(await pricesOf(records.db, [sampleId(1)])).toEqual([]);
		expect(await savePrices(records.db, [{ productId: sampleId(1), currency: 'EUR', cents: 1 }])).toBe(1);
		expect(await pricesOf(records.db, [sampleId(1)])).toEqual([{ productId: sampleId(1), currency: 'EUR', cents: 1 }]);
	});

	it('that were ordered stay with their orders when they are taken away', async () => {
		await addOrder(records.db, sampleOrder(101));
		expect(await removeProduct(records.db, sampleId(1), { updatedAt: timeAtMinute(9) })).toBe(true);
		expect(await productById(records.db, sampleId(1))).toMatchObject({ isActive: false, updatedAt: timeAtMinute(9) });
		expect(await removeProduct(records.db, sampleId(2), { updatedAt: timeAtMinute(9) })).toBe(true);
		expect(await productById(records.db, sampleId(2))).toBeUndefined();
		expect(await removeProduct(records.db, sampleId(2), { updatedAt: timeAtMinute(9) })).toBe(false);
	});
});

describe('orders', () => {
	it('are found by id or code in any case of letters, until they are taken back unpaid', async () => {
		expect(await orderByName(records.db, 'code101')).toMatchObject({ id: sampleId(101), email: 'Ann@example.com' });
		expect(await orderByName(records.db, sampleId(101))).toMatchObject({ code: 'CODE101' });
		await addOrder(records.db, sampleOrder(102, { userId: sampleId(902) }));
		expect(await changeWaiting(records.db, sampleId(102), { withdrawnAt: timeAtMinute(3) })).toBe(true);
		expect(await changeWaiting(records.db, sampleId(102), { withdrawnAt: timeAtMinute(4) })).toBe(false);
		expect(await orderByName(records.db, 'CODE102')).toBeUndefined();
		const reported: ReportedOrder = {
			id: sampleId(102),
			state: 'processed',
			paymentMethod: 'Card "\\é',
			providerOrderId: null,
			charges: [{ providerOrderId: '1', state: 'processed', at: timeAtMinute(0), cents: 1, currency: 'USD', method: null, invoice: null }],
			paidAt: null,
			licenceUntil: timeAtMinute(50),
			updatedAt: utcMs(timeAtMinute(4) + 7),
		};
		await changeOrders(records.db, [
			reported,
			{ ...reported, id: sampleId(101), state: 'waiting', paymentMethod: null, charges: [], licenceUntil: null },
		]);
		await changeOrders(records.db, []);
		expect(await orderByName(records.db, 'CODE102')).toMatchObject({ ...reported, withdrawnAt: timeAtMinute(3) });
		expect(await orderByName(records.db, 'CODE101')).toMatchObject({ state: 'waiting', charges: [], licenceUntil: null });
	});

	it('are listed newest first by whose, state, method, days and the beginning of a code or address', async () => {
		const found = async (search: Parameters<typeof listOrders>[1]) =>
			(await listOrders(records.db, search, 0, 10)).items.map(({ code }) => code);
		expect(await found({})).toEqual(['CODE102', 'CODE101']);
		expect(await found({ userId: ANN })).toEqual(['CODE101']);
		expect(await found({ state: 'processed' })).toEqual(['CODE102']);
		expect(await found({ paymentMethod: 'Card "\\é' })).toEqual(['CODE102']);
		expect(await found({ since: timeAtMinute(102) })).toEqual(['CODE102']);
		expect(await found({ until: timeAtMinute(102) })).toEqual(['CODE101']);
		expect(await found({ q: 'code10' })).toHaveLength(2);
		expect(await found({ q: 'GONE@' })).toEqual(['CODE102']);
		expect(await found({ q: '%' })).toEqual([]);
	});
});

describe('unpaid orders', () => {
	it('are taken back when they have waited too long, those that wait for their money are not', async () => {
		const charge = {
			providerOrderId: '1',
			state: 'waiting',
			at: timeAtMinute(0),
			cents: null,
			currency: null,
			method: null,
			invoice: null,
		} as const;
		await addOrder(records.db, sampleOrder(110, { updatedAt: timeAtMinute(-10) }));
		await addOrder(records.db, sampleOrder(111, { updatedAt: timeAtMinute(-10), charges: [charge] }));
		await addOrder(records.db, sampleOrder(112, { updatedAt: timeAtMinute(-1) }));
		await addOrder(records.db, sampleOrder(113, { updatedAt: timeAtMinute(-10), state: 'canceled' }));
		expect(await withdrawUnpaid(records.db, timeAtMinute(-5), timeAtMinute(700), 10)).toBe(1);
		expect(await withdrawUnpaid(records.db, timeAtMinute(-5), timeAtMinute(700), 10)).toBe(0);
		expect(await orderByName(records.db, 'CODE110')).toBeUndefined();
		for (const n of [111, 112, 113]) expect(await orderByName(records.db, `CODE${n}`)).toBeDefined();
	});
});

describe('payment notifications', () => {
	it('are kept once, as they came, with how often they came', async () => {
		const alone = await Promise.all(
			[1, 2, 3].map((n) => storeNotifications(records.db, [sampleNotification(201, { id: sampleId(200 + n) })])),
		);
		expect(alone.flat().filter(({ isNew }) => isNew)).toHaveLength(1);
		const [repeated, ...twice] = await storeNotifications(
			records.db,
			[204, 205, 206].map((n) => sampleNotification(n === 204 ? 201 : 203, { id: sampleId(n) })),
		);
		expect([repeated?.isNew, ...twice.map(({ isNew }) => isNew)]).toEqual([false, true, false]);
		expect(new Set(twice.map(({ number }) => number)).size).toBe(1);
		expect((await listNotifications(records.db, {}, 0, 10)).items).toMatchObject([
			{ id: sampleId(205), copies: 2 },
			{ copies: 4, fields: { ORDER_ID: '201', 'UNKNOWN é': '' } },
		]);
		await changeNotification(records.db, sampleId(205), { state: 'refused' });
	});

	it('say nothing of what they hold where they cannot be kept', async () => {
		const reported = await storeNotifications(records.db, [
			sampleNotification(202, { typeId: 2 ** 40, fields: { CREDIT_CARD_LAST4: '4242' } }),
		]).catch((error: unknown) => error);
		expect(reported).toBeInstanceOf(Error);
		expect(`${(reported as Error).message} ${(reported as Error).stack} ${JSON.stringify(reported)}`).not.toContain('4242');
	});

	it('wait until they are due, and count for their order once they were worked on', async () => {
		const [first] = await dueNotifications(records.db, timeAtMinute(201), 10);
		expect(first).toMatchObject({ key: 'key 201' });
		expect(await dueNotifications(records.db, timeAtMinute(200), 10)).toEqual([]);
		const key = first?.id ?? '';
		await changeNotification(records.db, key, { dueAt: timeAtMinute(300), attempts: 1, reason: 'away' });
		expect(await dueNotifications(records.db, timeAtMinute(299), 10)).toEqual([]);
		await markNotificationsProcessed(records.db, [{ id: key, orderId: sampleId(101), attempts: 2 }], timeAtMinute(300));
		await markNotificationsProcessed(records.db, [], timeAtMinute(300));
		expect(await notificationsOfOrders(records.db, [sampleId(101), sampleId(102)])).toMatchObject([
			{ state: 'worked', workedAt: timeAtMinute(300), attempts: 2, reason: null, orderId: sampleId(101) },
		]);
		await changeNotification(records.db, key, { state: 'received' });
		expect(await notificationsOfOrders(records.db, [sampleId(101)])).toHaveLength(1);
		await changeNotification(records.db, key, { state: 'refused' });
		expect(await notificationsOfOrders(records.db, [sampleId(101)])).toEqual([]);
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
			[211, 212, 213].map((n) => sampleNotification(n, { state: 'refused', providerSubscriptionId: n === 212 ? '7301' : null })),
		);
		expect(
			await recheckNotifications(records.db, { providerOrderIds: ['211'], providerSubscriptionIds: ['7301'] }, timeAtMinute(400)),
		).toBe(2);
		expect(await recheckNotifications(records.db, { providerOrderIds: [], providerSubscriptionIds: [] }, timeAtMinute(400))).toBe(0);
		expect((await dueNotifications(records.db, timeAtMinute(400), 10)).map(({ providerOrderId }) => providerOrderId)).toEqual([
			'211',
			'212',
		]);
	});

	it('are stripped once when they are old', async () => {
		await storeNotifications(records.db, [sampleNotification(221, { state: 'refused', receivedAt: timeAtMinute(-900) })]);
		const old = await wholeNotifications(records.db, timeAtMinute(-800), 10);
		expect(old).toMatchObject([{ id: sampleId(221), fields: { ORDER_ID: '221' } }]);
		await stripNotification(records.db, sampleId(221), { ORDER_ID: '221' }, timeAtMinute(900));
		expect(await wholeNotifications(records.db, timeAtMinute(-800), 10)).toEqual([]);
		expect((await listNotifications(records.db, { q: '221' }, 0, 1)).items).toMatchObject([
			{ fields: { ORDER_ID: '221' }, strippedAt: timeAtMinute(900) },
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
		expect(await saveSubscriptions(records.db, [sampleSubscription(301)])).toBe(true);
		const overrides = { providerId: '7301', orderId: sampleId(102) };
		expect(await saveSubscriptions(records.db, [sampleSubscription(398, overrides)])).toBe(false);
		const changed = [sampleSubscription(399, { providerId: '7301', state: 'suspended' }), sampleSubscription(310, { providerId: '7310' })];
		expect(await saveSubscriptions(records.db, changed)).toBe(true);
		expect(await saveSubscriptions(records.db, [])).toBe(true);
		const bound = await ordersNamed(records.db, [{ providerOrderIds: [], providerSubscriptionId: '7301', code: 'CODE102' }]);
		expect(bound[0]?.code).toBe('CODE101');
		await removeSubscriptions(records.db, [sampleId(310)]);
		await removeSubscriptions(records.db, []);
		expect((await listSubscriptions(records.db, {}, 0, 10)).items).toMatchObject([
			{ id: sampleId(301), state: 'suspended', orderCode: 'CODE101', email: 'Ann@example.com' },
		]);
	});

	it('bring what they are paid for, as what was paid once does', async () => {
		expect(await paidGrants(records.db, [ANN, sampleId(902)], timeAtMinute(49))).toEqual([
			{ userId: ANN, license: 'pro', until: timeAtMinute(600) },
			{ userId: sampleId(902), license: 'pro', until: timeAtMinute(50) },
		]);
		expect(await paidGrants(records.db, [ANN, sampleId(902)], timeAtMinute(599))).toEqual([
			{ userId: ANN, license: 'pro', until: timeAtMinute(600) },
		]);
		expect(await paidGrants(records.db, [ANN], timeAtMinute(600))).toEqual([]);
	});

	it('of an account are the newest active one; the others are to be ended, as are those without an account', async () => {
		await saveSubscriptions(records.db, [sampleSubscription(302, { state: 'finished' })]);
		expect((await subscriptionOf(records.db, ANN))?.id).toBe(sampleId(301));
		expect(await subscriptionsToFinish(records.db, 10)).toEqual([]);
		await saveSubscriptions(records.db, [sampleSubscription(303)]);
		expect((await subscriptionOf(records.db, ANN))?.id).toBe(sampleId(303));
		expect((await subscriptionsToFinish(records.db, 10)).map((row) => row.id)).toEqual([sampleId(301)]);
		await saveSubscriptions(records.db, [sampleSubscription(304, { userId: sampleId(902), orderId: sampleId(102) })]);
		await records.db.delete(users).where(sql`${users.id} = ${sampleId(902)}`);
		expect((await subscriptionsToFinish(records.db, 10)).map((row) => row.id).sort()).toEqual([sampleId(301), sampleId(304)]);
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
