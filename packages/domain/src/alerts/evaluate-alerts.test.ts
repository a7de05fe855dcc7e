import { describe, expect, it } from 'vitest';
import { packWord } from '../signals/packed.ts';
import { PARAMETERS_V1 } from '../signals/parameters.ts';
import { createReportTable, FLAG_ELIGIBLE, FLAG_QUARANTINE, type ReportTable, Z_SERIES } from '../signals/report-table.ts';
import { exchangeDate, HOUR, MINUTE, type ReportTime, tickerId, utcMs } from '../time/units.ts';
import { type AlertedReports, evaluateAlerts, selectFirings } from './evaluate-alerts.ts';
import type { AlertCondition, TickerAlert } from './ticker-alert.ts';

const DATE = exchangeDate('2026-06-30');
const BEFORE = Date.UTC(2026, 5, 30, 15) as ReportTime;
const NOW = (BEFORE + 15 * MINUTE) as ReportTime;
const ID = tickerId(7);

interface Row {
	id?: number;
	price?: number;
	mentions?: number;
	volumeZ?: number;
	depth?: number;
	flags?: number;
	/** Seconds. */
	accepted?: number;
	information?: number;
}

function tableOf(time: ReportTime, rows: readonly Row[]): ReportTable {
	const table = createReportTable(time, 'reverse', rows.length);
	table.z.fill(Number.NaN);
	rows.forEach(({ id = 7, price = 100, mentions = -1, volumeZ, depth = 0, flags = FLAG_ELIGIBLE, accepted = 0, information = 0 }, row) => {
		table.tickerId[row] = id;
		table.price[row] = price * 10_000;
		table.mentions[row] = mentions;
		table.flags[row] = flags;
		table.filingAccepted[row] = accepted;
		table.information[row] = information;
		for (const words of table.words) words[row] = packWord([depth, 0, 0, depth, 0, 0, 0]);
		if (volumeZ !== undefined) table.z[(2 * Z_SERIES.length + 1) * rows.length + row] = volumeZ;
	});
	return table;
}

function alertOf(condition: AlertCondition, change: Partial<TickerAlert> = {}): TickerAlert {
	return {
		id: 1,
		userId: 'ann',
		tickerId: ID,
		watchlistId: null,
		watchlistName: null,
		condition,
		basis: DATE,
		since: utcMs(BEFORE - HOUR),
		repeat: 'once',
		coolDown: 0,
		expires: null,
		note: '',
		...change,
	};
}

function reports(before: readonly Row[], now: readonly Row[], change: Partial<AlertedReports> = {}): AlertedReports {
	return {
		now: tableOf(NOW, now),
		date: DATE,
		before: tableOf(BEFORE, before),
		range: () => undefined,
		bars: () => [],
		tradingTime: (seconds) => seconds,
		usualMentions: { now: () => 20, before: () => 20 },
		ratio: () => 1,
		ratioBefore: () => 1,
		watchedTickers: () => [],
		filterChange: () => undefined,
		parameters: PARAMETERS_V1,
		...change,
	};
}

function fires(condition: AlertCondition, reports: AlertedReports, change?: Partial<TickerAlert>): boolean {
	return evaluateAlerts([alertOf(condition, change)], reports).length > 0;
}

const ABOVE: AlertCondition = { kind: 'price', level: 110, side: 'above' };
const BELOW: AlertCondition = { kind: 'price', level: 90, side: 'below' };

describe('an alert on a price', () => {
	it('fires when the price reaches the level, not while it stays beyond', () => {
		expect(fires(ABOVE, reports([{ price: 100 }], [{ price: 110 }]))).toBe(true);
		expect(fires(ABOVE, reports([{ price: 100 }], [{ price: 109.99 }]))).toBe(false);
		expect(fires(ABOVE, reports([{ price: 110 }], [{ price: 112 }]))).toBe(false);
		expect(fires(BELOW, reports([{ price: 100 }], [{ price: 90 }]))).toBe(true);
		expect(fires(BELOW, reports([{ price: 90 }], [{ price: 80 }]))).toBe(false);
	});

	it('sees what was traded between two reports', () => {
		const range = () => ({ high: 111, low: 89 });
		expect(fires(ABOVE, reports([{ price: 100 }], [{ price: 100 }], { range }))).toBe(true);
		expect(fires(BELOW, reports([{ price: 100 }], [{ price: 100 }], { range }))).toBe(true);
	});

	it('is not fooled by what was traded before it was made', () => {
		const since = utcMs(BEFORE + 5 * MINUTE);
		const starts: number[] = [];
		const range = (_: number, from: number) => {
			starts.push(from);
			return undefined;
		};
		// Above the level at the earlier report, and below it when the alert was made.
		expect(fires(ABOVE, reports([{ price: 120 }], [{ price: 111 }], { range }), { since })).toBe(true);
		expect(starts).toEqual([since]);
		expect(fires(ABOVE, reports([{ price: 100 }], [{ price: 120 }]), { since: utcMs(NOW) })).toBe(false);
	});

	it('keeps its place relative to the bars over a split', () => {
		// 2:1 before the report: the level of 110 is 55 now, and the earlier price of 100 was 50.
		const split = { ratio: () => 2, ratioBefore: () => 2 };
		expect(fires(ABOVE, reports([{ price: 100 }], [{ price: 52 }], split))).toBe(false);
		expect(fires(ABOVE, reports([{ price: 100 }], [{ price: 55 }], split))).toBe(true);
		expect(fires(BELOW, reports([{ price: 100 }], [{ price: 50 }], split))).toBe(false);
		expect(fires(BELOW, reports([{ price: 100 }], [{ price: 45 }], split))).toBe(true);
		// A split between the alert and the earlier report only moves the level.
		expect(fires(ABOVE, reports([{ price: 50 }], [{ price: 55 }], { ratio: () => 2 }))).toBe(true);
	});

	it('does not fire for a ticker that is quarantined or not in the report', () => {
		expect(fires(ABOVE, reports([{ price: 100 }], [{ price: 500, flags: FLAG_ELIGIBLE | FLAG_QUARANTINE }]))).toBe(false);
		expect(fires(ABOVE, reports([{ price: 100 }], [{ id: 8, price: 500 }]))).toBe(false);
	});
});

describe('an alert on a reading', () => {
	const depth: AlertCondition = { kind: 'depth', sector: 'volume', timeframe: 'one_hour', value: 3 };
	const volume: AlertCondition = { kind: 'volume', timeframe: 'one_hour', value: 4 };
	const mentions: AlertCondition = { kind: 'mentions', value: 20 };
	// Depth 2 in price and volume on three timeframes with weights 1, 2 and 4.
	const rate: AlertCondition = { kind: 'rate', tab: 'extreme_rise', strategy: 'first', value: 28 };

	it.each([
		[depth, { depth: 2 }, { depth: 3 }, { depth: 5 }],
		[volume, { volumeZ: 3.9 }, { volumeZ: 4 }, { volumeZ: 9 }],
		[mentions, { mentions: 19 }, { mentions: 20 }, { mentions: 30 }],
		[rate, { depth: 1 }, { depth: 2 }, { depth: 3 }],
	] as const)('of %o fires when it is reached', (condition, low, reached, higher) => {
		expect(fires(condition, reports([low], [reached]))).toBe(true);
		expect(fires(condition, reports([low], [low]))).toBe(false);
		expect(fires(condition, reports([reached], [higher]))).toBe(false);
		expect(fires(condition, reports([{}], [{}]))).toBe(false);
		// Not in the earlier report: unknown, so it is new.
		expect(fires(condition, reports([], [reached]))).toBe(true);
	});

	it.each([
		[depth, { depth: 3 }, { depth: 2 }],
		[volume, { volumeZ: 4 }, { volumeZ: 3.9 }],
		[mentions, { mentions: 20 }, { mentions: 19 }],
		[rate, { depth: 2 }, { depth: 1 }],
	] as const)('of %o that waits for the fall fires when the value is below again', (condition, reached, low) => {
		const falling = { ...condition, falls: true } as AlertCondition;
		expect(fires(falling, reports([reached], [low]))).toBe(true);
		for (const [before, now] of [
			[low, low],
			[low, reached],
			[reached, reached],
			[{ depth: 4, volumeZ: 9, mentions: 50 }, reached],
		])
			expect(fires(falling, reports([before as Row], [now as Row]))).toBe(false);
		// Unknown is not below.
		expect(fires(falling, reports([reached], []))).toBe(false);
		expect(fires(falling, reports([], [low]))).toBe(false);
	});

	it('of filings fires at each new one, not at what was known or accepted before', () => {
		const filing: AlertCondition = { kind: 'filing' };
		const at = (accepted: number, information = 5) => ({ accepted: accepted / 1_000, information });
		const [old, late] = [BEFORE - HOUR, NOW - MINUTE];
		expect(fires(filing, reports([at(0)], [at(late)]))).toBe(true);
		expect(fires(filing, reports([at(old)], [at(late)]))).toBe(true);
		// The agency published it late.
		expect(fires(filing, reports([at(0)], [at(old)]))).toBe(true);
		expect(fires(filing, reports([at(late)], [at(late)]))).toBe(false);
		expect(fires(filing, reports([at(late)], [at(0)]))).toBe(false);
		// Its filings were unknown, so an old one is no news.
		expect(fires(filing, reports([at(0, 0)], [at(old)]))).toBe(false);
		expect(fires(filing, reports([], [at(old)]))).toBe(false);
		expect(fires(filing, reports([at(0, 0)], [at(late)]))).toBe(true);
	});

	it('fires when a ticker enters or leaves a list', () => {
		const enters: AlertCondition = { kind: 'enters', tab: 'extreme_rise', strategy: 'first' };
		const leaves: AlertCondition = { kind: 'leaves', tab: 'extreme_rise', strategy: 'first' };
		const [inList, outside] = [{ depth: 4 }, { depth: 0 }];
		expect([fires(enters, reports([outside], [inList])), fires(enters, reports([inList], [inList]))]).toEqual([true, false]);
		expect([fires(leaves, reports([inList], [outside])), fires(leaves, reports([inList], [inList]))]).toEqual([true, false]);
		expect([fires(leaves, reports([inList], [])), fires(enters, reports([], [inList]))]).toEqual([true, true]);
	});

	it("fires when a ticker enters or leaves a filter's list, which is asked for once, and never where the filter was deleted", () => {
		const filter = (id: number | null) => ({ tab: 'free', strategy: 'first', filter: { id, name: 'Deep' } }) as const;
		const asked: number[] = [];
		const compared = reports([{ id: 7 }], [{ id: 7 }], {
			filterChange: (id) => {
				asked.push(id);
				return id === 3 ? { entered: [7], left: [8] } : undefined;
			},
		});
		expect(fires({ kind: 'enters', ...filter(4) }, compared)).toBe(false);
		expect(fires({ kind: 'enters', ...filter(null) }, compared)).toBe(false);
		const alerts = [
			alertOf({ kind: 'enters', ...filter(3) }),
			alertOf({ kind: 'leaves', ...filter(3) }, { id: 2 }),
			alertOf({ kind: 'leaves', ...filter(3) }, { id: 3, tickerId: tickerId(8) }),
		];
		expect(evaluateAlerts(alerts, compared).map(({ alert }) => alert.id)).toEqual([1, 3]);
		expect(asked).toEqual([4, 3]);
	});

	it('on all favourites fires for each of them', () => {
		const compared = reports([{ id: 7 }, { id: 8 }, { id: 9 }], [{ id: 7, depth: 3 }, { id: 8, depth: 3 }, { id: 9 }], {
			watchedTickers: () => [tickerId(8), tickerId(9)],
		});
		expect(evaluateAlerts([alertOf(depth, { tickerId: null })], compared).map(({ tickerId: id }) => id)).toEqual([8]);
	});

	it('on a watchlist fires for each of its tickers, and no more once the watchlist is deleted', () => {
		const watchlists = new Map([
			[1, [tickerId(8), tickerId(9), tickerId(999)]],
			[2, [tickerId(7)]],
		]);
		const compared = reports(
			[{ id: 7 }, { id: 8 }, { id: 9 }],
			[
				{ id: 7, depth: 3 },
				{ id: 8, depth: 3 },
				{ id: 9, depth: 4 },
			],
			{
				watchedTickers: ({ watchlistId }) => watchlists.get(watchlistId as number) ?? [],
			},
		);
		const on = (watchlistId: number | null) => alertOf(depth, { tickerId: null, watchlistId, watchlistName: 'Oil' });
		expect(evaluateAlerts([on(1), on(2), on(1), on(null)], compared).map(({ tickerId: id }) => id)).toEqual([8, 9, 7, 8, 9]);
	});

	it('ends when it expires', () => {
		const compared = reports([{ depth: 2 }], [{ depth: 3 }]);
		expect([fires(depth, compared, { expires: utcMs(NOW) }), fires(depth, compared, { expires: utcMs(NOW - 1) })]).toEqual([true, false]);
	});
});

describe('an alert on a trend line', () => {
	const SLOT = 900;
	const [wasAt, nowAt] = [BEFORE / 1_000 - SLOT, NOW / 1_000 - SLOT];
	/** 100 at the last slot before the earlier report, 104 at that before the later one. */
	const rising: AlertCondition = { kind: 'trend', from: { time: wasAt - SLOT, price: 96 }, to: { time: wasAt, price: 100 }, side: 'above' };
	const falling: AlertCondition = {
		kind: 'trend',
		from: { time: wasAt - SLOT, price: 96 },
		to: { time: wasAt, price: 100 },
		side: 'below',
	};
	const of = (before: number, now: number, change: Partial<AlertedReports> = {}) => reports([{ price: before }], [{ price: now }], change);

	it('fires when the price reaches the line at that time, not while it stays beyond', () => {
		expect([103.99, 104].map((price) => fires(rising, of(99.99, price)))).toEqual([false, true]);
		// Above the line before, and below it since: the line overtook the price.
		expect([fires(rising, of(100, 104)), fires(falling, of(100.01, 103)), fires(falling, of(100, 90))]).toEqual([false, true, false]);
	});

	it('compares each bar with the line at its own time', () => {
		const at = (time: number, high: number, low: number) => ({ bars: () => [{ time, high, low }] });
		expect(fires(rising, of(90, 90, at(nowAt, 103.9, 89)))).toBe(false);
		expect(fires(rising, of(90, 90, at(nowAt - SLOT / 2, 103.9, 89)))).toBe(true);
		expect(fires(falling, of(110, 110, at(nowAt, 111, 104)))).toBe(true);
	});

	it('keeps its place relative to the bars over a split', () => {
		const split = { ratio: () => 2, ratioBefore: () => 2 };
		expect([51.9, 52].map((price) => fires(rising, of(99, price, split)))).toEqual([false, true]);
		expect(fires(rising, of(100, 60, split))).toBe(false);
	});

	it('has no value before its first point, nor below zero', () => {
		const later: AlertCondition = { ...rising, from: { time: nowAt + 1, price: 1 }, to: { time: nowAt + SLOT, price: 2 } };
		const sinking: AlertCondition = { ...falling, from: { time: wasAt - SLOT, price: 5 }, to: { time: wasAt, price: 1 } };
		expect([fires(later, of(90, 200)), fires(sinking, of(90, 0.001))]).toEqual([false, false]);
	});

	it('is straight in trading time', () => {
		// A night between the two reports takes no time: the line is still at 100.
		const overnight = { tradingTime: (seconds: number) => Math.min(seconds, wasAt) };
		expect([99.9, 100].map((price) => fires(rising, of(99, price, overnight)))).toEqual([false, true]);
	});
});

describe('an alert on a mention spike', () => {
	const spike: AlertCondition = { kind: 'mention_spike', value: 3 };
	const of = (before: number, now: number, usual: readonly [number, number] = [20, 20]) =>
		reports([{ mentions: before }], [{ mentions: now }], { usualMentions: { before: () => usual[0], now: () => usual[1] } });

	it('fires when mentions are that many times the usual, both with five more', () => {
		expect([69, 70].map((mentions) => fires(spike, of(20, mentions)))).toEqual([false, true]);
		expect([fires(spike, of(70, 90)), fires({ ...spike, falls: true }, of(70, 69))]).toEqual([false, true]);
		// Three mentions of a ticker that is never mentioned are no spike.
		expect(fires(spike, of(0, 3, [0, 0]))).toBe(false);
	});

	it("compares each report with its own session's usual, and is silent where that is unknown", () => {
		expect([fires(spike, of(70, 70, [30, 20])), fires(spike, of(70, 70, [20, 30]))]).toEqual([true, false]);
		expect([fires(spike, of(20, 900, [20, Number.NaN])), fires(spike, of(20, -1))]).toEqual([false, false]);
	});
});

describe('an alert that fired before', () => {
	const depth: AlertCondition = { kind: 'depth', sector: 'volume', timeframe: 'one_hour', value: 3 };
	const dateOf = (time: ReportTime) => exchangeDate(new Date(time).toISOString().slice(0, 10));
	const occasions = (change: Partial<TickerAlert>, last?: number, since: ReportTime = BEFORE) =>
		selectFirings(
			[{ alert: alertOf(depth, change), tickerId: ID, since }],
			last === undefined ? [] : [{ alertId: 1, tickerId: ID, report: last as ReportTime }],
			{ time: NOW, date: DATE, dateOf },
		).map(({ occasion }) => occasion);

	it('fires once, once per session, or after its cool-down', () => {
		expect(occasions({})).toEqual(['once']);
		expect(occasions({}, NOW - 300 * HOUR)).toEqual([]);
		expect(occasions({ repeat: 'session' })).toEqual(['2026-06-30']);
		expect(occasions({ repeat: 'session' }, BEFORE)).toEqual([]);
		expect(occasions({ repeat: 'session' }, NOW - 24 * HOUR)).toEqual(['2026-06-30']);
		expect(occasions({ repeat: 'every', coolDown: 30 }, NOW - 29 * MINUTE)).toEqual([]);
		expect(occasions({ repeat: 'every', coolDown: 30 }, NOW - 30 * MINUTE)).toEqual([String(NOW)]);
	});

	it('in a report between the two that are compared fires no more for the same change', () => {
		const twoHours = (NOW - 2 * HOUR) as ReportTime;
		expect(occasions({ repeat: 'every', coolDown: 0 }, NOW - HOUR, twoHours)).toEqual([]);
		expect(occasions({ repeat: 'every', coolDown: 0 }, twoHours, twoHours)).toEqual([String(NOW)]);
	});

	it('of another ticker does not count', () => {
		const fulfilled = [{ alert: alertOf(depth, { tickerId: null }), tickerId: ID, since: BEFORE }];
		expect(
			selectFirings(fulfilled, [{ alertId: 1, tickerId: tickerId(8), report: BEFORE }], { time: NOW, date: DATE, dateOf }),
		).toHaveLength(1);
	});
});
