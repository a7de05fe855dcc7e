import type { AnswerOf } from '@sw/contract/base/define';
import { publicPrices } from '@sw/contract/prices/prices';
import type { TopCategory, TopInterval } from '@sw/domain/prices/top-lists';
import type { TopColumns } from '@sw/domain/prices/tops';
import type { Licence } from '@sw/domain/reports/licence';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import { computeRowRate } from '@sw/domain/reports/list/ranking';
import { memberRows } from '@sw/domain/reports/list/ranking-members';
import { rowOfTicker } from '@sw/domain/reports/list/row-mask';
import { presentSectors, rowDepths } from '@sw/domain/reports/present';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { EXTREME_TABS, type ExtremeTab, tabOperation } from '@sw/domain/signals/sector';
import { tabSectors } from '@sw/domain/signals/tabs';
import { isoSeconds } from '@sw/domain/time/format';
import { strategyNamed } from '@sw/domain/time/timeframe';
import type { TickerId } from '@sw/domain/time/units';
import { findRecentCloses } from '../../market/window/price-series.ts';
import type { PriceWindow } from '../../market/window/price-window.ts';
import { createAnswerCache, createLastAnswers } from '../../platform/cache/answer-caches.ts';
import { type MaybePromise, mapMaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import type { HotReports, ReportFacts } from '../../reports/hot-reports.ts';
import { type EncodedAnswer, encodeAnswer, respond } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { presentHead } from '../report-head.ts';
import { createTopTables, type PriceParts, type TableQuery, type TopTable } from './top-tables.ts';

type PublicTable = AnswerOf<(typeof publicPrices)['landingPage']>;

interface PublicTableParts extends PriceParts {
	readonly reports: Pick<HotReports, 'latest' | 'table' | 'newestBetween'>;
	readonly parameters: ParameterSet;
}

const PUBLIC_ROWS = 15;
const CACHED_PUBLIC_TABLES = 60;

/** Builds the tables of public pages, and rebuilds them when prices or the newest report change. */
function createPublicTables(parts: PublicTableParts, tables: ReturnType<typeof createTopTables>) {
	const { directory, prices, tops, source, reports, parameters } = parts;
	const cache = createAnswerCache<string, EncodedAnswer<PublicTable>>({ max: CACHED_PUBLIC_TABLES });

	const volumeRatio = ({ usualVolume, volume }: TopColumns, row: number): number | null =>
		usualVolume[row]! > 0 ? volume[row]! / usualVolume[row]! : null;

	const build = (top: TopTable, report: { table: ReportTable; head: PublicTable['report'] } | undefined): PublicTable => {
		const { interval, items } = top;
		const topData = source.isPublic && top.time !== null ? tops.stateAt(interval, Date.parse(top.time)) : undefined;
		const signalOf = report && createSignalLookup(report.table, parameters);
		const readCloses = createCloseReader(prices);
		return {
			...top,
			from: topData ? isoSeconds(topData.span.from) : null,
			shown: source.isPublic,
			usual_sessions: topData?.usualSessions ?? 0,
			report: report?.head ?? null,
			items: items.map((item) => {
				const directoryRow = directory.rowOf(item.ticker_id);
				const row = report ? rowOfTicker(report.table, item.ticker_id) : -1;
				const signal = row === -1 ? null : (signalOf?.(row) ?? null);
				const tab = signal?.tab_type === 'extreme_fall' || (!signal && item.price_change < 0) ? 'extreme_fall' : 'extreme_rise';
				return {
					...item,
					dollars: Math.round(topData?.columns.dollars[directoryRow] ?? 0),
					usual: topData ? volumeRatio(topData.columns, directoryRow) : null,
					closes: readCloses(directoryRow),
					sectors: report && row !== -1 ? presentRatedSectors(report.table, row, tab) : [],
					signal,
				};
			}),
		};
	};

	return async ({
		category,
		interval,
	}: {
		category: TopCategory;
		interval: TopInterval;
	}): Promise<PublicTable | EncodedAnswer<PublicTable>> => {
		const top = tables.table({ category, interval, size: PUBLIC_ROWS });
		const facts = source.isPublic ? reports.latest(null) : undefined;
		const key = JSON.stringify([top.time, prices.version(), category, interval, facts?.hash, facts?.version]);
		const cached = cache.get(key);
		if (cached) return cached;
		const table = facts && (await reports.table(facts));
		const encoded = encodeAnswer(
			publicPrices.landingPage.answers[200],
			build(top, facts && table ? { table, head: presentHead(facts, source) } : undefined),
		);
		cache.set(key, encoded);
		return encoded;
	};
}

type TopTicker = AnswerOf<(typeof publicPrices)['topTickers']>['items'][number];

const STRATEGY = strategyNamed('first');

type SignalOf = (row: number) => (NonNullable<TopTicker['signal']> & { tab_type: ExtremeTab }) | null;
const signalsByTable = new WeakMap<ReportTable, SignalOf>();

/** Returns a function that finds the extreme list of a row; if both lists contain the row, the one with the higher rate. Computed once per report. */
function createSignalLookup(table: ReportTable, parameters: ParameterSet): SignalOf {
	const cached = signalsByTable.get(table);
	if (cached) return cached;
	const lists = EXTREME_TABS.map((tab) => ({
		tab,
		question: questionOf(tab),
		members: new Set(memberRows(table, questionOf(tab), parameters)),
	}));
	const signalOf: SignalOf = (row) => {
		const matches = lists
			.filter(({ members }) => members.has(row))
			.map(({ tab, question }) => ({
				tab_type: tab,
				operation: question.operation,
				rate: computeRowRate(table, row, question, parameters),
			}));
		return matches.sort((a, b) => b.rate - a.rate)[0] ?? null;
	};
	signalsByTable.set(table, signalOf);
	return signalOf;
}

function questionOf(tab: ExtremeTab) {
	return { tab, operation: tabOperation(tab), strategy: STRATEGY };
}

/** Returns the extreme tab on which a row's rate is higher. */
function selectHigherTab(table: ReportTable, row: number, parameters: ParameterSet): ExtremeTab {
	const [rise, fall] = EXTREME_TABS.map((tab) => computeRowRate(table, row, questionOf(tab), parameters)) as [number, number];
	return fall > rise ? 'extreme_fall' : 'extreme_rise';
}

/** Returns the depths of a row's rated rings on a tab. */
function presentRatedSectors(table: ReportTable, row: number, tab: ExtremeTab): TopTicker['sectors'] {
	return presentSectors(rowDepths(table, row, STRATEGY.rated, tab), tabSectors(tab, tabOperation(tab)), tab);
}

/** Returns a function that reads a row's last closes in dollars, one per slot. */
function createCloseReader(prices: PriceWindow): (row: number) => number[] {
	const dataEnd = prices.dataEnd();
	return (row) => (dataEnd === null ? [] : findRecentCloses(prices, row, dataEnd, SPARKLINE_CLOSES));
}

type TopTickers = AnswerOf<(typeof publicPrices)['topTickers']>;

/** Few are enough, because most readers request the same tables. */
const CACHED_TOP_TICKERS = 100;
const NO_TICKERS: TopTickers = { report: null, items: [] };

/** Returns the sparkline and signal of top-table rows; if the source isn't public, only with a licence. Cached by query until prices or reports change. */
function createTopTickers({ directory, prices, source, reports, parameters }: Omit<PublicTableParts, 'tops' | 'now'>) {
	const lastAnswers = createLastAnswers<EncodedAnswer<TopTickers>>(CACHED_TOP_TICKERS);

	const build = (ids: readonly TickerId[], facts: ReportFacts | undefined, table: ReportTable | undefined): TopTickers => {
		const signalOf = table && createSignalLookup(table, parameters);
		const readCloses = createCloseReader(prices);
		return {
			report: facts && table ? presentHead(facts, source) : null,
			items: ids.flatMap((id) => {
				const ticker = directory.byId(id);
				if (!ticker) return [];
				const row = table ? rowOfTicker(table, id) : -1;
				const signal = row === -1 ? null : (signalOf?.(row) ?? null);
				const sectors =
					table && row !== -1 ? presentRatedSectors(table, row, signal?.tab_type ?? selectHigherTab(table, row, parameters)) : [];
				return [{ ticker: ticker.symbol, ticker_id: id, closes: readCloses(directory.rowOf(id)), sectors, signal }];
			}),
		};
	};

	const getAnswer = (
		ids: readonly TickerId[],
		facts: ReportFacts | undefined,
		table: ReportTable | undefined,
	): EncodedAnswer<TopTickers> => {
		const dependencies = [prices.version(), facts, table !== undefined];
		return (
			lastAnswers.get(ids, dependencies) ??
			lastAnswers.store(ids, dependencies, encodeAnswer(publicPrices.topTickers.answers[200], build(ids, facts, table)))
		);
	};

	const findLatestUntil = (until: number, licence: Licence | null): ReportFacts | undefined =>
		reports.newestBetween(0, until, (facts) => facts.algo === 'reverse' && isOpenTo(licence ?? 'basic', facts, facts.first));

	return (ids: readonly TickerId[], licence: Licence | null, until?: number): MaybePromise<TopTickers | EncodedAnswer<TopTickers>> => {
		if (!source.isPublic && licence === null) return NO_TICKERS;
		const facts = until === undefined ? reports.latest(licence) : findLatestUntil(until, licence);
		return facts ? mapMaybePromise(reports.table(facts), (table) => getAnswer(ids, facts, table)) : getAnswer(ids, undefined, undefined);
	};
}

export function createPriceHandlers(parts: PublicTableParts) {
	const tables = createTopTables(parts);
	const loadSparklines = createSparklines(parts, tables.table);
	const loadPublicTable = createPublicTables(parts, tables);
	const loadTopTickers = createTopTickers(parts);
	return {
		landingTable: ({ query }) => tables.answer(query),
		landingPage: ({ query }) => loadPublicTable(query),
		landingCharts: ({ query }) => loadSparklines(query),
		topTickers: ({ query, caller: { account } }) =>
			mapMaybePromise(loadTopTickers(query.ids, account?.licence ?? null, query.until), (topTickers) =>
				// Answers that depend on a licence are private; all visitors get the same answer, which caches can store.
				account ? respond(200, topTickers, { headers: { 'cache-control': 'private, no-store' } }) : topTickers,
			),
		tickerBySymbol: ({ params: { listing } }) =>
			respond(302, undefined, {
				headers: { location: tickerPagePath(listing, parts.directory.bySymbol(listing.trim())?.id), 'cache-control': 'no-store' },
			}),
	} satisfies Handlers<typeof publicPrices>;
}

/** Returns the path of a ticker's page, which also reports unknown symbols. An unknown symbol of digits could be read as an id, so 0 is used instead. */
function tickerPagePath(symbol: string, id: number | undefined): string {
	return `/ticker/${id ?? (/^\d+$/.test(symbol) ? 0 : encodeURIComponent(symbol))}`;
}

type LandingCharts = AnswerOf<(typeof publicPrices)['landingCharts']>;

/** Tables that pages show next to each other. */
const SHOWN_TABLES: readonly TopCategory[] = ['active', 'gainers', 'losers', 'unusual_volume'];
/** One close per quarter-hour of a session. */
const SPARKLINE_CLOSES = 26;
const CACHED_SPARKLINES = 100;

/** Returns the closes of all tickers in the four tables, cached by query until prices change. */
export function createSparklines({ directory, prices, source }: PriceParts, table: (query: TableQuery) => TopTable) {
	const cache = createAnswerCache<string, EncodedAnswer<LandingCharts>>({ max: CACHED_SPARKLINES });

	const build = (query: Omit<TableQuery, 'category'>, until: number): LandingCharts => {
		const symbolsById = new Map(
			SHOWN_TABLES.flatMap((category) => table({ ...query, category }).items.map((row) => [row.ticker_id, row.ticker])),
		);
		const last = prices.sessions.at(-1);
		return {
			from: last ? isoSeconds(last.session.open) : null,
			to: isoSeconds(until),
			simulated: source.simulated,
			items: [...symbolsById].map(([id, ticker]) => ({
				ticker,
				ticker_id: id,
				closes: findRecentCloses(prices, directory.rowOf(id), until, SPARKLINE_CLOSES),
			})),
		};
	};

	return (query: Omit<TableQuery, 'category'>): LandingCharts | EncodedAnswer<LandingCharts> => {
		const dataEnd = source.isPublic ? prices.dataEnd() : null;
		if (dataEnd === null) return { from: null, to: null, simulated: source.simulated, items: [] };
		const { interval, marketcap = [], size } = query;
		const key = JSON.stringify([prices.version(), interval, [...marketcap].sort(), size]);
		const cached = cache.get(key);
		if (cached) return cached;
		const encoded = encodeAnswer(publicPrices.landingCharts.answers[200], build(query, dataEnd));
		cache.set(key, encoded);
		return encoded;
	};
}
