/**
 * Evaluates alerts at one report: 10,000 of mixed kinds on 10,000 tickers, then 10,000 on watchlists, both in memory; finally stored alerts in a
 * running market.
 */
import { evaluateAlerts } from '@sw/domain/alerts/evaluate-alerts';
import type { AlertCondition, TickerAlert } from '@sw/domain/alerts/ticker-alert';
import type { LevelPoint } from '@sw/domain/prices/level';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { createReportTable, type ReportTable } from '@sw/domain/signals/report-table';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { createTradingTime, slotEnd } from '@sw/domain/time/slots';
import { type ReportTime, SECOND, type TickerId, tickerId, utcMs } from '@sw/domain/time/units';
import { computeRange, createTradedBars } from '@sw/server/areas/inbox/ticker-alerts/fire-alerts';
import { createDirectory } from '@sw/server/market/window/directory';
import { createPriceWindow } from '@sw/server/market/window/price-window';
import { createMatrixGenerator, lastSessions } from './inputs/engine-market.ts';
import { measureLiveAlerts } from './inputs/live-alerts.ts';
import { createRandomTickers } from './inputs/slot-market.ts';
import { computeFlags, createWordSource, ROWS_PER_REPORT } from './inputs/year-of-reports.ts';
import { type Benchmark, compareToReference, measureTime, median, type ResultRow } from './measure.ts';

const ALERTS = 10_000;
const ROUNDS = 51;
const [WATCHLISTS, TICKERS_PER_WATCHLIST] = [200, 50];
/** The two reports are published at the ends of these slots. */
const [EARLIER_SLOT, LATER_SLOT] = [7, 8];

const riseList = { tab: 'extreme_rise', strategy: 'first' } as const;
const CONDITIONS: readonly AlertCondition[] = [
	{ kind: 'price', level: 100, side: 'above' },
	{ kind: 'rate', ...riseList, value: 28 },
	{ kind: 'depth', sector: 'volume', timeframe: 'one_hour', value: 3 },
	{ kind: 'volume', timeframe: 'one_hour', value: 4 },
	{ kind: 'mentions', value: 300 },
	{ kind: 'mention_spike', value: 3 },
	{ kind: 'enters', ...riseList },
	{ kind: 'leaves', ...riseList },
	{ kind: 'filing' },
	{ kind: 'rate', ...riseList, value: 28, falls: true },
];

function createRandomReport(time: ReportTime, nextWord: () => number): ReportTable {
	const table = createReportTable(time, 'reverse', ROWS_PER_REPORT);
	for (let row = 0; row < ROWS_PER_REPORT; row++) {
		table.tickerId[row] = row + 1;
		table.price[row] = 500_000 + 100 * (nextWord() % 10_000);
		table.mentions[row] = nextWord() % 700;
		table.flags[row] = computeFlags(row);
		for (const words of table.words) words[row] = nextWord();
	}
	for (let cell = 0; cell < table.z.length; cell++) table.z[cell] = (nextWord() % 100) / 10;
	return table;
}

/** Reference: counts the alerts whose ticker's price rose through a constant between the two reports. */
function countRises(alerts: readonly TickerAlert[], earlierReport: ReportTable, laterReport: ReportTable): number {
	let count = 0;
	for (const { tickerId: id } of alerts) {
		const row = (id as number) - 1;
		if (laterReport.price[row]! >= 1_000_000 && earlierReport.price[row]! < 1_000_000) count += 1;
	}
	return count;
}

export const run: Benchmark = async () => {
	const session = lastSessions(1).at(-1) as Session;
	const prices = createPriceWindow(ROWS_PER_REPORT);
	prices.open(session, createMatrixGenerator(ROWS_PER_REPORT)(session), [], LATER_SLOT + 1);
	const directory = createDirectory(createRandomTickers(ROWS_PER_REPORT));
	const nextWord = createWordSource(11);
	const earlierReport = createRandomReport(slotEnd(session, EARLIER_SLOT) as ReportTime, nextWord);
	const laterReport = createRandomReport(slotEnd(session, LATER_SLOT) as ReportTime, nextWord);
	const pickTicker = (): TickerId => tickerId(1 + (nextWord() % ROWS_PER_REPORT));
	const watchlists = Array.from({ length: WATCHLISTS }, () => Array.from({ length: TICKERS_PER_WATCHLIST }, pickTicker));
	// A line from $98 at the open to $100 two hours later.
	const [trendStart, trendEnd] = [session.open, slotEnd(session, EARLIER_SLOT)].map((time, at) => ({
		time: time / SECOND,
		price: 98 + 2 * at,
	}));
	const trend = { kind: 'trend', from: trendStart as LevelPoint, to: trendEnd as LevelPoint, side: 'above' } as const;
	const tickerConditions: readonly AlertCondition[] = [...CONDITIONS, trend];
	// Price levels and trend lines can only be set on a single ticker.
	const watchlistConditions = CONDITIONS.filter(({ kind }) => kind !== 'price');
	const createAlert = (n: number, tickerId: TickerId | null): TickerAlert => {
		const conditions = tickerId === null ? watchlistConditions : tickerConditions;
		return {
			id: n,
			userId: 'owner',
			tickerId,
			watchlistId: tickerId === null ? n % WATCHLISTS : null,
			watchlistName: tickerId === null ? 'Mine' : null,
			condition: conditions[n % conditions.length] as AlertCondition,
			basis: session.date,
			since: utcMs(session.open),
			repeat: 'every',
			coolDown: 0,
			expires: null,
			note: '',
		};
	};
	const tickerAlerts = Array.from({ length: ALERTS }, (_, n) => createAlert(n, pickTicker()));
	const watchlistAlerts = Array.from({ length: ALERTS }, (_, n) => createAlert(n, null));
	const toTradingTime = createTradingTime(nyse);
	const readBars = createTradedBars(prices, directory, earlierReport.time, laterReport.time);
	const evaluate = (alerts: readonly TickerAlert[]): number =>
		evaluateAlerts(alerts, {
			now: laterReport,
			before: earlierReport,
			date: session.date,
			range: (id, since) => computeRange(readBars(id, since)),
			bars: readBars,
			tradingTime: (seconds) => toTradingTime(seconds * SECOND),
			usualMentions: { now: () => 60, before: () => 60 },
			ratio: () => 1,
			ratioBefore: () => 1,
			filterChange: () => undefined,
			watchedTickers: ({ watchlistId }) => watchlists[watchlistId as number] ?? [],
			parameters: PARAMETERS_V1,
		}).length;
	const measure = async (label: string, alerts: readonly TickerAlert[]): Promise<ResultRow> => {
		const ours: number[] = [];
		const references: number[] = [];
		let fired = 0;
		for (let round = 0; round < ROUNDS; round++) {
			const [ms, count] = await measureTime(() => evaluate(alerts));
			fired = count;
			ours.push(ms);
			references.push((await measureTime(() => countRises(tickerAlerts, earlierReport, laterReport)))[0]);
		}
		if (fired === 0) throw new Error('No alert fired: nothing was measured.');
		const name = `${label} at one report, ${fired.toLocaleString('en')} fulfilled; reference: the prices of 10,000 tickers in both reports against one number`;
		return compareToReference(name, median(ours), median(references), 'below 50 ms');
	};
	return [
		await measure('10,000 alerts of all kinds', tickerAlerts),
		await measure(`10,000 alerts on ${WATCHLISTS} watchlists of ${TICKERS_PER_WATCHLIST} tickers`, watchlistAlerts),
		...(await measureLiveAlerts()),
	];
};
