import { formCode, itemBits } from '@sw/domain/filings/information-codes';
import type { Split } from '@sw/domain/prices/ticker';
import { packWord } from '@sw/domain/signals/packed';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { createReportTable, FLAG_ELIGIBLE } from '@sw/domain/signals/report-table';
import { isoSeconds } from '@sw/domain/time/format';
import { exchangeDate, MINUTE, type ReportTime, utcMs } from '@sw/domain/time/units';
import { switchFavorite } from '@sw/store/postgres/records/filters/frozen-tickers';
import { addWatchlist, changeWatchlist, removeWatchlist } from '@sw/store/postgres/records/filters/watchlists';
import { saveTickers } from '@sw/store/postgres/records/tickers/tickers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bindFiringRecords } from '../../../compose/areas/alert-store.ts';
import { type InboxApp, inboxApp } from '../../../compose/testing/inbox-app.ts';
import { NOW, smallWorld, tickers } from '../../../market/window/testing/fixture.ts';
import type { FullReports, OwnerAlertInput } from '../alert-owners.ts';
import { createAlertFiring } from './fire-alerts.ts';

/** What trend lines and mention spikes need. */
const NOT_ASKED = { tradingTime: (seconds: number) => seconds, loadUsualMentions: async () => new Float64Array() };

let at: InboxApp;
const world = smallWorld();
const signal = new AbortController().signal;
const [AAA, BBB] = tickers as [(typeof tickers)[number], (typeof tickers)[number]];
/** After the fixture's newest slot. */
const REPORT = (NOW + 15 * MINUTE) as ReportTime;

beforeAll(async () => {
	at = await inboxApp();
	await saveTickers(at.records.db, 'test', tickers);
});
afterAll(() => at?.[Symbol.asyncDispose]());

/** Every ticker with the same depth of volume on all timeframes. */
function tableOf(time: number, depth: number, price = 100) {
	const table = createReportTable(time as ReportTime, 'reverse', tickers.length);
	tickers.forEach(({ id }, row) => {
		table.tickerId[row] = id;
	});
	table.price.fill(price * 10_000);
	table.flags.fill(FLAG_ELIGIBLE);
	for (const words of table.words) words.fill(packWord([0, 0, 0, depth, 0, 0, 0]));
	return table;
}

function between(before: ReturnType<typeof tableOf>, now: ReturnType<typeof tableOf>): OwnerAlertInput<FullReports> {
	const report = { time: now.time, version: 1 };
	const opened: FullReports = { report, now, since: { time: before.time, version: 1 }, before, of: now.count, earlier: [] };
	return {
		report,
		reportsByLicence: new Map([['pro', opened]]),
		planning: { now: at.accounts.context.clock.now(), market: null },
		parameters: PARAMETERS_V1,
		industries: new Map(),
	};
}

function firing(splits?: readonly Split[]) {
	const records = bindFiringRecords(at.records.db);
	return createAlertFiring({
		records: splits ? { ...records, splitsBetween: async () => [...splits] } : records,
		prices: world.prices,
		directory: world.directory,
		...NOT_ASKED,
		yieldTurn: async () => {},
	});
}

async function trader() {
	const { browser, user } = await at.createSignedInUser({ license: 'pro' });
	const alerts = async () =>
		(await browser.send('GET', '/api/alerts')).body as {
			items: { id: number; fired: number; state: string; now: number | null; condition: object }[];
		};
	const messages = async () =>
		((await browser.send('GET', '/api/messages?kind=alert')).body as { items: { id: number; subject: string }[] }).items;
	return { browser, user, alerts, messages, add: (body: object) => browser.send('POST', '/api/alerts', body) };
}

const DEPTH = { kind: 'depth', sector: 'volume', timeframe: 'one_hour', value: 3 };

describe('alerts on tickers', () => {
	it('are checked, kept, listed with the present value, and deleted by their owner only', async () => {
		const { browser, add, alerts } = await trader();
		const bad = async (body: object) => {
			const { status, body: answer } = await add(body);
			return [status, (answer as { errors: { field: string }[] }).errors?.[0]?.field];
		};
		expect(await bad({ ticker_id: 999_999, condition: DEPTH })).toEqual([404, 'ticker_id']);
		expect(await bad({ ticker_id: null, condition: { kind: 'price', level: 5 } })).toEqual([400, 'condition.level']);
		expect(await bad({ ticker_id: AAA.id, condition: { ...DEPTH, value: 6 } })).toEqual([400, 'condition.value']);
		expect(await bad({ ticker_id: AAA.id, condition: DEPTH, expires: '2020-01-02' })).toEqual([400, 'expires']);
		const made = await add({ ticker_id: AAA.id, condition: { kind: 'price', level: 1 }, note: 'Sell' });
		expect(made).toMatchObject({
			status: 201,
			body: { ticker: AAA.symbol, condition: { kind: 'price', level: 1, side: 'below' }, note: 'Sell', fired: 0 },
		});
		expect(await add({ ticker_id: null, condition: DEPTH, repeat: 'session' })).toMatchObject({
			status: 201,
			body: { ticker: null, now: null },
		});
		const [, price] = (await alerts()).items;
		expect(price).toMatchObject({ state: 'waiting', now: expect.any(Number) });
		const other = await trader();
		expect((await other.alerts()).items).toEqual([]);
		expect((await other.browser.send('DELETE', `/api/alerts/${price?.id}`, {})).status).toBe(404);
		expect((await browser.send('DELETE', `/api/alerts/${price?.id}`, {})).status).toBe(204);
		expect((await alerts()).items).toHaveLength(1);
	});

	it('are limited by the licence, and need one', async () => {
		const { browser, user } = await at.createSignedInUser({ license: 'basic' });
		const body = { ticker_id: AAA.id, condition: DEPTH };
		const entries = [{ tickerId: AAA.id, exchange: null, section: null }];
		const list = await addWatchlist(at.records.db, user.id, { name: 'Oil', entries }, { maxWatchlists: 3, now: NOW });
		const onList = { ...body, ticker_id: null, watchlist_id: list };
		for (let i = 0; i < 10; i++) expect((await browser.send('POST', '/api/alerts', i % 2 === 0 ? body : onList)).status).toBe(201);
		expect((await browser.send('POST', '/api/alerts', onList)).status).toBe(403);
		expect(await browser.send('POST', '/api/alerts', body)).toMatchObject({
			status: 403,
			body: { detail: 'Your basic licence includes 10 alerts. Delete one first.' },
		});
		// One can be replaced by another at the limit; by one that is refused, it stays.
		const ids = async () => ((await browser.send('GET', '/api/alerts')).body as { items: { id: number }[] }).items.map(({ id }) => id);
		const [newest, ...rest] = (await ids()) as [number, ...number[]];
		expect((await browser.send('POST', '/api/alerts', { ...onList, watchlist_id: 999_999, replaces: newest })).status).toBe(404);
		const replacing = await browser.send('POST', '/api/alerts', { ...body, replaces: newest });
		expect(replacing.status).toBe(201);
		expect(await ids()).toEqual([(replacing.body as { id: number }).id, ...rest]);
		const gone = { status: 404, body: { errors: [{ field: 'replaces' }] } };
		expect(await browser.send('POST', '/api/alerts', { ...body, replaces: newest })).toMatchObject(gone);
		const other = await trader();
		expect(await other.add({ ...body, replaces: rest[0] })).toMatchObject(gone);
		expect(await ids()).toHaveLength(10);
		const without = await at.createSignedInUser({ license: null });
		expect((await without.browser.send('GET', '/api/alerts')).status).toBe(403);
	});

	it('fire once for a report however often and by however many processes it is evaluated, with one message that leads to the report', async () => {
		const { add, alerts, messages, browser } = await trader();
		await browser.send('PATCH', '/api/me', { notices: { mail: true } });
		await add({ ticker_id: AAA.id, condition: DEPTH, note: 'Look' });
		const alerting = between(tableOf(NOW, 2), tableOf(REPORT, 3));
		await Promise.all([firing()(alerting, signal), firing()(alerting, signal)]);
		await firing()(alerting, signal);
		const [message, ...more] = await messages();
		expect([message?.subject, more]).toEqual([`${AAA.symbol}: Volume busy reached depth 3 on 1h`, []]);
		const { body } = await browser.send('GET', `/api/messages/${message?.id}`);
		expect(body).toMatchObject({
			kind: 'alert',
			text: expect.stringMatching(/^Look\n\nReport of /),
			link: expect.stringMatching(`^/ticker/${AAA.id}\\?report=`),
			wheel: {
				ticker_id: AAA.id,
				report: isoSeconds(REPORT),
				tab_type: 'extreme_rise',
				timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
			},
		});
		expect((await alerts()).items[0]).toMatchObject({ fired: 1, state: 'over' });
		const { rows } = await at.records.pool.query(`select d.id from deliveries d where ${message?.id} = any(d.message_ids)`);
		expect(rows).toHaveLength(1);
		// A later report at which it is reached again: it was to fire once.
		await firing()(between(tableOf(REPORT, 2), tableOf(REPORT + 15 * MINUTE, 3)), signal);
		expect(await messages()).toHaveLength(1);
	});

	it('say whether the ticker moved with a filing or without one, where it is known', async () => {
		const { add, messages, browser } = await trader();
		for (const { id } of [AAA, BBB]) await add({ ticker_id: id, condition: DEPTH });
		const now = tableOf(REPORT, 3);
		now.information.set([2, 1]);
		now.filingForm[0] = formCode('8-K');
		now.filingItems[0] = itemBits(['2.02', '9.01']);
		now.filingAccepted[0] = Date.UTC(2026, 5, 29, 20, 5) / 1_000;
		await firing()(between(tableOf(NOW, 2), now), signal);
		const texts = await Promise.all(
			(await messages()).map(async ({ id }) => ((await browser.send('GET', `/api/messages/${id}`)).body as { text: string }).text),
		);
		expect(texts.sort()).toEqual([
			expect.stringMatching(/^Filing: 8-K: results, 06\/29\/2026 0?4:05 PM ET\. Report of /),
			expect.stringMatching(/^Moved, no filing since the previous close\. Report of /),
		]);
	});

	it('on favourites fire for each of them, and once per session', async () => {
		const { add, messages, user } = await trader();
		for (const { id } of [AAA, BBB]) await switchFavorite(at.records.db, user.id, id, NOW, true);
		await add({ ticker_id: null, condition: DEPTH, repeat: 'session' });
		await firing()(between(tableOf(NOW, 2), tableOf(REPORT, 3)), signal);
		await firing()(between(tableOf(REPORT, 2), tableOf(REPORT + 15 * MINUTE, 3)), signal);
		expect((await messages()).map(({ subject }) => subject.split(':')[0]).sort()).toEqual([AAA.symbol, BBB.symbol]);
		const DAY = 24 * 60 * MINUTE;
		await firing()(between(tableOf(REPORT + 30 * MINUTE, 2), tableOf(REPORT + DAY, 3)), signal);
		expect(await messages()).toHaveLength(4);
	});

	it('on a watchlist follow it as it changes, and stop when it is deleted', async () => {
		const { add, alerts, messages, user, browser } = await trader();
		const { db } = at.records;
		const entry = ({ id }: (typeof tickers)[number]) => ({ tickerId: id, exchange: null, section: null });
		const id = (await addWatchlist(db, user.id, { name: 'Oil', entries: [entry(AAA)] }, { maxWatchlists: 3, now: NOW })) as number;
		const body = { ticker_id: null, watchlist_id: id, condition: DEPTH, repeat: 'every', cool_down: 0 };
		expect(await add({ ...body, ticker_id: AAA.id })).toMatchObject({ status: 400, body: { errors: [{ field: 'watchlist_id' }] } });
		expect(await add({ ...body, condition: { kind: 'price', level: 5 } })).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'condition.level' }] },
		});
		const other = await trader();
		expect(await other.add(body)).toMatchObject({ status: 404, body: { errors: [{ field: 'watchlist_id' }] } });
		expect(await add(body)).toMatchObject({ status: 201, body: { ticker: null, watchlist_id: id, watchlist: 'Oil' } });
		const report = (step: number) => between(tableOf(REPORT + 30 * step * MINUTE, 2), tableOf(REPORT + (30 * step + 15) * MINUTE, 3));
		const symbols = async () => (await messages()).map(({ subject }) => subject.split(':')[0]);
		await firing()(report(0), signal);
		expect(await symbols()).toEqual([AAA.symbol]);
		// Another name, and another ticker instead.
		await changeWatchlist(db, user.id, id, { name: 'Gas', entries: [entry(BBB)] });
		await firing()(report(1), signal);
		expect(await symbols()).toEqual([BBB.symbol, AAA.symbol]);
		const [message] = await messages();
		expect((await browser.send('GET', `/api/messages/${message?.id}`)).body).toMatchObject({
			text: expect.stringMatching(/^On your watchlist Gas\. Report of /),
		});
		expect((await alerts()).items[0]).toMatchObject({ fired: 2, state: 'waiting', watchlist: 'Gas' });
		await removeWatchlist(db, user.id, id);
		await firing()(report(2), signal);
		expect(await symbols()).toHaveLength(2);
		expect((await alerts()).items[0]).toMatchObject({ fired: 2, state: 'stopped', watchlist: 'Gas', watchlist_id: null });
		// Favourites are not what it watches now.
		await switchFavorite(db, user.id, AAA.id, NOW, true);
		await firing()(report(3), signal);
		expect(await symbols()).toHaveLength(2);
	});

	it('on several tickers name the one nearest to firing, and its value', async () => {
		const { add, user } = await trader();
		const entries = [AAA, BBB].map((ticker) => ({ tickerId: ticker.id, exchange: null, section: null }));
		const id = (await addWatchlist(at.records.db, user.id, { name: 'Oil', entries }, { maxWatchlists: 3, now: NOW })) as number;
		const condition = { kind: 'rate', tab: 'free', strategy: 'first', value: 140 };
		const of = async (body: object) => (await add({ condition, ...body })).body as { now: number | null; nearest: object | null };
		const [first, second] = await Promise.all([AAA, BBB].map(async (ticker) => (await of({ ticker_id: ticker.id })).now ?? -1));
		const nearest = second! > first! ? BBB : AAA;
		expect(await of({ ticker_id: null, watchlist_id: id })).toMatchObject({
			now: Math.max(first!, second!),
			nearest: { ticker_id: nearest.id, ticker: nearest.symbol },
		});
		expect(await of({ ticker_id: AAA.id })).toMatchObject({ nearest: null });
		// Without favourites there is none; nor where a reading has no distance.
		expect(await of({ ticker_id: null })).toMatchObject({ now: null, nearest: null });
		const enters = { kind: 'enters', tab: 'free', strategy: 'first' };
		expect(await of({ ticker_id: null, watchlist_id: id, condition: enters })).toMatchObject({ now: null, nearest: null });
	});

	it('on a watchlist that is deleted while its alerts are being evaluated fire nothing', async () => {
		const { add, messages, user } = await trader();
		const { db } = at.records;
		const entries = [{ tickerId: AAA.id, exchange: null, section: null }];
		const id = (await addWatchlist(db, user.id, { name: 'Oil', entries }, { maxWatchlists: 3, now: NOW })) as number;
		await add({ ticker_id: null, watchlist_id: id, condition: DEPTH });
		const records = bindFiringRecords(db);
		const deleting = createAlertFiring({
			...{ prices: world.prices, directory: world.directory, ...NOT_ASKED, yieldTurn: async () => {} },
			records: {
				...records,
				writeFirings: async (...args) => {
					await removeWatchlist(db, user.id, id);
					return records.writeFirings(...args);
				},
			},
		});
		await deleting(between(tableOf(NOW, 2), tableOf(REPORT, 3)), signal);
		expect(await messages()).toEqual([]);
	});

	it('on prices keep their place over a split, and a deleted alert fires no more', async () => {
		const { add, messages, alerts, browser } = await trader();
		const { body } = await add({ ticker_id: AAA.id, condition: { kind: 'price', level: 2000 }, repeat: 'every', cool_down: 0 });
		const level = 2000;
		const split = [{ tickerId: AAA.id, date: exchangeDate('2024-05-02'), ratio: 4 }];
		const next = utcMs(Date.UTC(2024, 4, 2, 15));
		const move = (before: number, now: number) => between(tableOf(next - 20 * MINUTE, 0, before), tableOf(next, 0, now));
		await firing(split)(move(level / 4 - 1, level / 4 - 0.5), signal);
		expect(await messages()).toEqual([]);
		await firing(split)(move(level / 4 - 1, level / 4), signal);
		expect(await messages()).toHaveLength(1);
		expect((await alerts()).items[0]).toMatchObject({ fired: 1, state: 'waiting' });
		await browser.send('DELETE', `/api/alerts/${(body as { id: number }).id}`, {});
		await firing(split)(between(tableOf(next, 0, 1), tableOf(next + 15 * MINUTE, 0, level)), signal);
		expect(await messages()).toHaveLength(1);
	});
});
