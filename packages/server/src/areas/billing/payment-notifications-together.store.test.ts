import { sql } from '@sw/store/postgres/orm/drizzle';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PayProApp, payProApp, readLicence, signFields } from '../../compose/testing/paypro-app.ts';

let on: PayProApp;
let at: PayProApp['at'];
beforeAll(async () => {
	on = await payProApp();
	({ at } = on);
});
afterAll(() => on?.close());

describe('notices of many orders that are worked on together', () => {
	it('each end as if it had come alone, with one receipt each, and one that cannot be believed holds back no other', async () => {
		const all = await Promise.all(Array.from({ length: 5 }, () => on.placeOrder()));
		const [first, second] = all as [(typeof all)[0], (typeof all)[0]];
		const stolen = second.notification('1', 'OrderCharged', { SUBSCRIPTION_ID: first.charged.SUBSCRIPTION_ID ?? '' });
		for (const one of all) expect(await at.send('webhook', one === second ? stolen : one.charged)).toBe(200);
		await at.runJobs();
		for (const { browser, user, order, find } of all) {
			const isRefused = order === second.order;
			expect((await find()).items.map(({ state }) => state)).toEqual([isRefused ? 'refused' : 'worked']);
			expect(await readLicence(browser)).toBe(isRefused ? null : 'premium');
			expect((await at.readMailsTo(user.email)).map(({ subject }) => subject)).toEqual(isRefused ? [] : ['Receipt: Premium']);
		}
	});

	it('of which one breaks the transaction are worked on one by one', async () => {
		const all = await Promise.all(Array.from({ length: 3 }, () => on.placeOrder()));
		const [, broken] = all as [(typeof all)[0], (typeof all)[0]];
		// Every field is judged before it is written: the database itself has to refuse one.
		await at.records.db.execute(sql`alter table subscriptions add constraint breaks check (failed_attempts <> 999999)`);
		const tooMuch = broken.notification('1', 'OrderCharged', { SUBSCRIPTION_NUMBER_OF_FAILED_ATTEMPTS: '999999' });
		for (const one of all) expect(await at.send('webhook', one === broken ? tooMuch : one.charged)).toBe(200);
		await at.runJobs();
		const ends = await Promise.all(all.map(async ({ browser, find }) => [(await find()).items[0]?.state, await readLicence(browser)]));
		expect(ends).toEqual([
			['worked', 'premium'],
			['received', null],
			['worked', 'premium'],
		]);
		expect((await broken.find()).items).toMatchObject([{ attempts: 1, reason: 'Processing failed: see the log.' }]);
		await at.records.db.execute(sql`alter table subscriptions drop constraint breaks`);
	});

	it('are worked on in their order where they are about one order, also where only the first of them says which', async () => {
		const { browser, user, charged, notification: reported, find } = await on.placeOrder();
		const ended = reported('10', 'SubscriptionTerminated', { ORDER_CUSTOM_FIELDS: '' });
		for (const one of [charged, reported('7', 'SubscriptionChargeFailed', { ORDER_CUSTOM_FIELDS: '' }), ended])
			expect(await at.send('webhook', one)).toBe(200);
		await at.runJobs();
		expect((await find()).items.map(({ state, attempts }) => [state, attempts])).toEqual(Array(3).fill(['worked', 1]));
		expect(await readLicence(browser)).toBeNull();
		const subjects = (await at.readMailsTo(user.email)).map(({ subject }) => subject).toSorted();
		expect(subjects).toEqual(['A payment failed', 'Receipt: Premium', 'Your premium licence has ended']);
	});

	it('end, and are reported by mail, as if each were processed before the next arrives', async () => {
		/** What became of four orders whose notices came mixed, some without our code and some before the payment. */
		const lived = async (isTogether: boolean): Promise<unknown> => {
			const all = await Promise.all(Array.from({ length: 4 }, () => on.placeOrder()));
			const bare = { ORDER_CUSTOM_FIELDS: '' };
			const lives = all.map(({ charged, notification: reported }, n) => [
				charged,
				reported('7', 'SubscriptionChargeFailed', bare),
				reported('8', 'SubscriptionSuspended', bare),
				n % 2 === 0 ? reported('9', 'SubscriptionRenewed', bare) : reported('2', 'OrderRefunded', { ORDER_STATUS: 'Refunded' }),
				n < 2 ? charged : reported('10', 'SubscriptionTerminated', bare),
			]);
			for (const [place, other] of [1, 0, 3, 2, 4].entries())
				for (const [n, life] of lives.entries()) {
					expect(await at.send('webhook', life[n === 3 ? other : place] ?? {})).toBe(200);
					if (!isTogether) await at.runJobs();
				}
			if (isTogether) await at.runJobs();
			return Promise.all(
				all.map(async ({ browser, user, order, find }) => {
					const { status } = (await browser.send('GET', `/api/orders/${order.code}`)).body as { status: string };
					const { subscription } = (await browser.send('GET', '/api/subscription')).body as { subscription: { status: string } };
					const notices = (await find()).items.map(({ type, state, copies }) => [type, state, copies]).toSorted();
					const mails = (await at.readMailsTo(user.email)).map(({ subject }) => subject).toSorted();
					return { status, subscription: subscription.status, licence: await readLicence(browser), notices, mails };
				}),
			);
		};
		const alone = await lived(false);
		expect(alone).toMatchObject([
			{ status: 'processed', subscription: 'active', licence: 'premium' },
			{ status: 'refunded', licence: null },
			{ status: 'processed', subscription: 'terminated', licence: null },
			{ status: 'refunded', subscription: 'terminated', licence: null },
		]);
		expect(await lived(true)).toEqual(alone);
	});

	it('are worked on one after another where they are of one account', async () => {
		const { browser, user, charged, id } = await on.placeOrder();
		const second = (await browser.send('POST', '/api/orders', { product_id: (await at.findPlan('premium')).id })).body as { code: string };
		on.provider.orders.set(`${id}7`, { state: 5, code: second.code, product: 81 });
		const more = { ORDER_ID: `${id}7`, ORDER_ITEM_ID: `${id}7`, SUBSCRIPTION_ID: `${id}8`, ORDER_CUSTOM_FIELDS: `x-order=${second.code}` };
		for (const one of [charged, signFields({ ...charged, ...more })]) expect(await at.send('webhook', one)).toBe(200);
		await at.runJobs();
		const { items } = (await browser.send('GET', '/api/orders')).body as { items: { status: string }[] };
		expect(items.map(({ status }) => status)).toEqual(['processed', 'processed']);
		expect((await at.readMailsTo(user.email)).map(({ subject }) => subject)).toEqual(['Receipt: Premium', 'Receipt: Premium']);
	});
});
