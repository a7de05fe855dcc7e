/** A session with seeded prices and readings: each kind of alert fires in the reports that a plain reading of the numbers gives, and in no others. */
import { type AlertCondition, filterOf } from '@sw/domain/alerts/ticker-alert';
import { createSessionMatrix } from '@sw/domain/prices/session-matrix';
import { packWord } from '@sw/domain/signals/packed';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { createReportTable, FLAG_ELIGIBLE, Z_SERIES } from '@sw/domain/signals/report-table';
import { nyse } from '@sw/domain/time/calendar';
import { slotEnd, slotStart } from '@sw/domain/time/slots';
import { MINUTE, type ReportTime, SECOND, utcMs } from '@sw/domain/time/units';
import { openRecords, type Records } from '@sw/store/postgres/records';
import { saveTickers } from '@sw/store/postgres/records/tickers/tickers';
import { createTestDatabase, type TestDatabase } from '@sw/store/testing/databases';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { bindAlertChainRecords, bindFiringRecords } from '../../../compose/areas/alert-store.ts';
import { createTradingTimeConverter } from '../../../compose/areas/alerts.ts';
import { createDefaultSlots } from '../../../market/timetable/slot-times.ts';
import { createDirectory } from '../../../market/window/directory.ts';
import { createPriceWindow } from '../../../market/window/price-window.ts';
import { createFacts, lastSession, tickers } from '../../../market/window/testing/fixture.ts';
import { createHotReports } from '../../../reports/hot-reports.ts';
import type { FiringRecords } from '../ports.ts';
import { createReportAlerts } from '../report-alerts.ts';
import { createAlertFiring } from './fire-alerts.ts';

const SLOTS = 26;
const TICKERS = tickers.length;

interface Quarter {
	readonly close: number;
	readonly high: number;
	readonly low: number;
	readonly rose: number;
	readonly volume: number;
	readonly z: number;
	readonly mentions: number;
	/** Seconds; 0 without a filing. */
	readonly accepted: number;
}

const timeOf = (slot: number): ReportTime => slotEnd(lastSession, slot) as ReportTime;

/** Of each ticker in each slot. */
const SESSION: readonly (readonly Quarter[])[] = seededSession();

function seededSession(): Quarter[][] {
	let seed = 20_261_129;
	const random = (below: number): number => {
		seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
		return (seed >>> 8) % below;
	};
	return Array.from({ length: TICKERS }, () => {
		let [cents, accepted] = [10_000, 0];
		return Array.from({ length: SLOTS }, (_, slot): Quarter => {
			const open = cents;
			cents += random(301) - 150;
			if (random(9) === 0) accepted = timeOf(slot) / 1_000 - random(800);
			return {
				close: cents / 100,
				high: (Math.max(open, cents) + random(40)) / 100,
				low: (Math.min(open, cents) - random(40)) / 100,
				rose: random(4),
				volume: random(5),
				z: random(80) / 10,
				mentions: random(40),
				accepted,
			};
		});
	});
}

const LIST = { tab: 'extreme_rise', strategy: 'first' } as const;
const HOUR = 'one_hour';
const isUp = (value: (at: Quarter) => number, level: number) => (before: Quarter, now: Quarter) =>
	value(before) < level && value(now) >= level;
/** Through the two points, straight in the session's slots; a bar is at its slot's start. */
const [LINE_FROM, LINE_TO] = [
	{ slot: 2, price: 99 },
	{ slot: 20, price: 102.6 },
];
const linePrice = (slot: number): number => (slot < LINE_FROM.slot ? Number.NaN : 99 + 0.2 * (slot - 2));
const pointOf = ({ slot, price }: { slot: number; price: number }) => ({ time: slotStart(lastSession, slot) / SECOND, price });
const LINE = { kind: 'trend', from: pointOf(LINE_FROM), to: pointOf(LINE_TO) } as const;
/** The row whose usual mentions are unknown; those of the others are 10 a day. */
const USUAL = TICKERS - 1;
const spikes = (value: number) => (mentions: number) => (mentions + 5) / 15 >= value;
const isDown = (value: (at: Quarter) => number, level: number) => (before: Quarter, now: Quarter) =>
	value(before) >= level && value(now) < level;
/** Both depths are the same on the three timeframes, whose weights are 1, 2 and 4. */
const rate = ({ rose, volume }: Quarter): number => 7 * (rose + volume);

/** Its list: those of the tab whose volume is deep. */
const FILTER = { id: 77, name: 'Deep' };
const OF_FILTER = { ...LIST, filter: FILTER };
const isDeep = ({ rose, volume }: Quarter): boolean => rose > 0 && volume >= 3;

/** Each kind with its moments as plain comparisons of two quarter-hours. */
const KINDS: readonly (readonly [AlertCondition, (before: Quarter, now: Quarter, slot: number, row: number) => boolean])[] = [
	[{ kind: 'price', level: 101, side: 'above' }, (before, now) => before.close < 101 && now.high >= 101],
	[{ kind: 'price', level: 99, side: 'below' }, (before, now) => before.close > 99 && now.low <= 99],
	[{ ...LINE, side: 'above' }, (before, now, slot) => !(before.close >= linePrice(slot - 1)) && now.high >= linePrice(slot)],
	[{ ...LINE, side: 'below' }, (before, now, slot) => !(before.close <= linePrice(slot - 1)) && now.low <= linePrice(slot)],
	[{ kind: 'rate', ...LIST, value: 28 }, isUp(rate, 28)],
	[{ kind: 'rate', ...LIST, value: 28, falls: true }, isDown(rate, 28)],
	[{ kind: 'depth', sector: 'volume', timeframe: HOUR, value: 3 }, isUp(({ volume }) => volume, 3)],
	[{ kind: 'depth', sector: 'volume', timeframe: HOUR, value: 3, falls: true }, isDown(({ volume }) => volume, 3)],
	[{ kind: 'volume', timeframe: HOUR, value: 4 }, isUp(({ z }) => z, 4)],
	[{ kind: 'volume', timeframe: HOUR, value: 4, falls: true }, isDown(({ z }) => z, 4)],
	[{ kind: 'mentions', value: 20 }, isUp(({ mentions }) => mentions, 20)],
	[{ kind: 'mentions', value: 20, falls: true }, isDown(({ mentions }) => mentions, 20)],
	[{ kind: 'mention_spike', value: 2 }, (before, now, _, row) => row !== USUAL && !spikes(2)(before.mentions) && spikes(2)(now.mentions)],
	[
		{ kind: 'mention_spike', value: 1.5, falls: true },
		(before, now, _, row) => row !== USUAL && spikes(1.5)(before.mentions) && !spikes(1.5)(now.mentions),
	],
	[{ kind: 'enters', ...LIST }, (before, now) => before.rose === 0 && now.rose > 0],
	[{ kind: 'leaves', ...LIST }, (before, now) => before.rose > 0 && now.rose === 0],
	[{ kind: 'enters', ...OF_FILTER }, (before, now) => !isDeep(before) && isDeep(now)],
	[{ kind: 'leaves', ...OF_FILTER }, (before, now) => isDeep(before) && !isDeep(now)],
	[{ kind: 'filing' }, (before, now) => now.accepted > before.accepted],
];

let database: TestDatabase;
let processes: [Records, Records];
beforeAll(async () => {
	database = await createTestDatabase(inject('databaseUrl'));
	processes = [openRecords(database.url), openRecords(database.url)];
	await saveTickers(processes[0].db, 'test', tickers);
	const { pool } = processes[0];
	await pool.query(`
		insert into users (id, email, email_key, role, status, license, created_at)
		values (gen_random_uuid(), 'owner@example.com', 'owner@example.com', 'user', 'active', 'pro', now())`);
	await pool.query("insert into watchlists (user_id, name, position, created_at) select id, 'All', 1, now() from users");
	await pool.query('insert into watchlist_tickers select w.id, t.id, t.id from watchlists w, tickers t');
	await pool.query('insert into favorite_tickers (user_id, ticker_id, since) select u.id, t.id, now() from users u, tickers t');
	await pool.query(
		`
		insert into filters (id, user_id, tab, strategy, name, name_key, conditions, created_at, updated_at, conditions_at)
		overriding system value select $1, id, $2, $3, $4, $4, $5, now(), now(), now() from users`,
		[FILTER.id, LIST.tab, LIST.strategy, FILTER.name, JSON.stringify([{ sector: 'volume', timeframe: HOUR, value: 3 }])],
	);
	const insert = `
		insert into ticker_alerts (
			user_id, ticker_id, watchlist_id, watchlist_name, condition, basis, since, repeat, cool_down, note, filter_id, filter_name, created_at
		)
		select u.id, $1, $2, $3, $4, $5, $6, $7, 0, $8, $9, $10, now() from users u`;
	const rest = [lastSession.date, new Date(lastSession.open - MINUTE)];
	const { rows } = await pool.query<{ id: number }>('select id from watchlists');
	for (const [at, [condition]] of KINDS.entries())
		for (const repeat of ['once', 'session', 'every']) {
			const filter = filterOf(condition);
			const last = [repeat, `${at} ${repeat}`, filter?.id ?? null, filter?.name ?? null];
			for (const { id } of tickers) await pool.query(insert, [id, null, null, condition, ...rest, ...last]);
			if (condition.kind === 'price' || condition.kind === 'trend') continue;
			await pool.query(insert, [null, rows[0]?.id, 'All', condition, ...rest, ...last]);
			await pool.query(insert, [null, null, null, condition, ...rest, ...last]);
		}
});
afterAll(async () => {
	for (const records of processes ?? []) await records.close();
	await database?.drop();
});

function reportsUntil(newest: number) {
	const hot = createHotReports({ maxTables: SLOTS, load: async () => undefined });
	for (let slot = 0; slot <= newest; slot++) {
		const table = createReportTable(timeOf(slot), 'reverse', TICKERS);
		table.z.fill(Number.NaN);
		table.flags.fill(FLAG_ELIGIBLE);
		table.information.fill(5);
		SESSION.forEach((quarters, row) => {
			const { close, rose, volume, z, mentions, accepted } = quarters[slot] as Quarter;
			table.tickerId[row] = tickers[row]?.id as number;
			table.price[row] = Math.round(close * 10_000);
			table.mentions[row] = mentions;
			table.filingAccepted[row] = accepted;
			for (const words of table.words) words[row] = packWord([rose, 0, 0, volume, 0, 0, 0]);
			table.z[(2 * Z_SERIES.length + Z_SERIES.indexOf('volume')) * TICKERS + row] = z;
		});
		hot.add(createFacts(timeOf(slot)), table);
	}
	return hot;
}

/** A process that has the reports and bars up to a slot. */
function processOn({ db }: Records, newest: number, change: Partial<FiringRecords> = {}) {
	const matrix = createSessionMatrix(SLOTS, TICKERS);
	SESSION.forEach((quarters, row) => {
		for (let slot = 0; slot <= newest; slot++) {
			const { close, high, low } = quarters[slot] as Quarter;
			const cell = slot * TICKERS + row;
			matrix.open[cell] = close;
			matrix.close[cell] = close;
			matrix.high[cell] = high;
			matrix.low[cell] = low;
			matrix.volume[cell] = 1_000;
		}
	});
	const prices = createPriceWindow(TICKERS);
	prices.open(lastSession, matrix, [], newest + 1);
	const work = createReportAlerts({
		onMessagesWritten: async () => {},
		records: { ...bindAlertChainRecords(db), isPublished: async () => false },
		reports: reportsUntil(newest),
		timetable: createDefaultSlots(nyse),
		pricesUntil: () => utcMs(timeOf(newest)),
		loadVersion: async () => undefined,
		parameters: PARAMETERS_V1,
		industries: () => new Map(),
		digestTimes: () => null,
		clock: { now: () => utcMs(timeOf(newest)) },
		notifyOwners: async () => 0,
		fireTickerAlerts: createAlertFiring({
			records: { ...bindFiringRecords(db), ...change },
			prices,
			directory: createDirectory(tickers),
			tradingTime: createTradingTimeConverter(nyse),
			loadUsualMentions: async () => Float64Array.from(tickers, (_, row) => (row === USUAL ? Number.NaN : 10)),
			yieldTurn: async () => {},
		}),
	});
	return () => work(timeOf(newest), { signal: new AbortController().signal });
}

/** 'kind repeat ticker report', as many times as the alerts on that ticker: its own, the watchlist's and the favourites'. */
function expected(): string[] {
	return KINDS.flatMap(([condition, isMoment], at) =>
		tickers.flatMap(({ id }, row) => {
			const quarters = SESSION[row] as readonly Quarter[];
			const moments = quarters.flatMap((now, slot) =>
				slot > 0 && isMoment(quarters[slot - 1] as Quarter, now, slot, row) ? [timeOf(slot)] : [],
			);
			const fired = [
				...moments.slice(0, 1).flatMap((time) => [`${at} once ${id} ${time}`, `${at} session ${id} ${time}`]),
				...moments.map((time) => `${at} every ${id} ${time}`),
			];
			return condition.kind === 'price' || condition.kind === 'trend' ? fired : fired.flatMap((one) => [one, one, one]);
		}),
	).sort();
}

async function fired(): Promise<string[]> {
	const { rows } = await processes[0].pool.query<{ note: string; ticker: number; at: Date }>(
		'select a.note, f.ticker_id as ticker, f.report_time as at from alert_firings f join ticker_alerts a on a.id = f.alert_id',
	);
	return rows.map(({ note, ticker, at }) => `${note} ${ticker} ${at.getTime()}`).sort();
}

it('fires each alert at its moments, over restarts, two processes at a time, and a process that stops while writing', async () => {
	const [first, second] = processes;
	const stops: Partial<FiringRecords> = { writeFirings: () => Promise.reject(new Error('The process was stopped.')) };
	for (let slot = 0; slot < SLOTS; slot++) {
		// In turn: both at once, one that stops before the other takes over, one that was down for two reports.
		if (slot % 4 === 0) await Promise.all([processOn(first, slot)(), processOn(second, slot)()]);
		else if (slot % 4 === 1) {
			await processOn(first, slot, stops)().catch(() => {});
			await processOn(second, slot)();
		} else if (slot % 4 === 3) {
			await processOn(second, slot)();
			await processOn(first, slot)();
		}
	}
	await processOn(first, SLOTS - 1)();
	const moments = expected();
	expect(await fired()).toEqual(moments);
	for (const at of KINDS.keys()) expect(moments.some((one) => one.startsWith(`${at} `))).toBe(true);
	const { rows } = await first.pool.query<{ messages: number }>("select count(*)::int as messages from messages where kind = 'alert'");
	expect(rows[0]?.messages).toBe(moments.length);
});
