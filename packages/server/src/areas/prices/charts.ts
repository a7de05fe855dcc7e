import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { charts as schema } from '@sw/contract/prices/price-reads';
import type { CallerAccount } from '@sw/domain/access/caller';
import { splitRatio } from '@sw/domain/prices/adjust';
import { postClose, preOpen } from '@sw/domain/prices/bar-session';
import { type MentionBlock, PRE } from '@sw/domain/prices/blocks';
import { PART_SLOTS } from '@sw/domain/prices/extended-volumes';
import type { Split, Ticker } from '@sw/domain/prices/ticker';
import type { Algo } from '@sw/domain/reports/licence';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import { depthIn } from '@sw/domain/signals/packed';
import { SECTORS, type SectorIndex, SQUEEZE } from '@sw/domain/signals/sector';
import type { Session } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { SLOT_MS } from '@sw/domain/time/slots';
import { TIMEFRAMES, type Timeframe, type TimeframeIndex, timeframeIndex } from '@sw/domain/time/timeframe';
import { DAY, type ExchangeDate, HOUR, SECOND, type TickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { addDays, newYorkDate, newYorkToUtc, parseDate } from '@sw/domain/time/zone';
import { createAnswerCache, hashKey } from '../../platform/cache/answer-caches.ts';
import { futureDate, malformed, unknownTicker } from '../../platform/errors.ts';
import { type EncodedAnswer, encodeAnswer } from '../answer.ts';
import { presentFilings } from '../report-head.ts';
import {
	buildBlockSessions,
	buildChartBars,
	type ChartBar,
	type ChartBars,
	type ChartSession,
	DAILY_TIMEFRAME,
	readWindowSessions,
} from './chart-bars.ts';
import type { PriceReadParts } from './ports.ts';

type DepthKey = (typeof SECTORS)[number]['key'] | 'squeeze';

type ChartDepths = Record<DepthKey, (number | null)[]>;

interface WordSeries {
	readonly count: number;
	/** UTC seconds, ascending. */
	readonly time: Uint32Array;
	readonly words: readonly Uint32Array[];
}

export type Charts = AnswerOf<Contract['prices']['charts']>;
type Chart = Charts['items'][number];

export interface ChartsQuery {
	ticker_id: TickerId;
	timeframe?: Timeframe | undefined;
	timeframes?: readonly Timeframe[] | undefined;
	from?: string | undefined;
	to?: string | undefined;
	algo: Algo;
	extended: boolean;
	sort_by: 'time' | 'close' | 'volume';
	sort_dir: 'asc' | 'desc';
	skip: number;
	max: number;
}

interface Span {
	readonly from: UtcMs;
	readonly until: UtcMs;
}

/** The data of a ticker's charts, read for the longest of their spans. */
interface ChartData {
	charts: readonly ChartSession[];
	words: WordSeries;
	mentions: MentionBlock;
	splits: readonly Split[];
}

const CACHED_CHARTS = 500;
/** Maximum days of a chart, about ten years. */
const MAX_DAYS = 3_700;

export function createCharts(parts: PriceReadParts) {
	const { calendar, directory, prices, reports, currentParameters, source, store, book, now, mentionsVersion } = parts;
	const cache = createAnswerCache<string, EncodedAnswer<Charts>>({ max: CACHED_CHARTS });
	/** Cache keys of queries. A repeated query is the same object. */
	const queryKeys = new WeakMap<ChartsQuery, string>();
	const queryKeyOf = (query: ChartsQuery): string => {
		const key = queryKeys.get(query) ?? hashKey(query);
		queryKeys.set(query, key);
		return key;
	};

	const createSpanLookup = (query: ChartsQuery, timeframes: readonly TimeframeIndex[]): ((timeframe: TimeframeIndex) => Span) => {
		const until = query.to === undefined ? now() : utcMs(Math.min(now(), parseInstant(query.to, true)));
		const from = query.from === undefined ? undefined : parseInstant(query.from, false);
		if (from !== undefined && from > now()) throw futureDate('from', 400);
		if (from !== undefined && from > until) throw malformed('to', 'The end is before the start.');
		if (from !== undefined && until - from > MAX_DAYS * DAY) throw malformed('from', `A chart can cover at most ${MAX_DAYS} days.`);
		const startOf = (days: number): UtcMs => newYorkToUtc(addDays(newYorkDate(until), -days), 0, 0);
		const spans = new Map(timeframes.map((tf) => [tf, { from: from ?? startOf(currentParameters().chartDays[tf]), until }]));
		return (timeframe) => spans.get(timeframe) as Span;
	};

	/** Returns the date of the share basis: the last session that began before `until` if the query has an end, otherwise today. */
	const basisOf = ({ to }: ChartsQuery, until: UtcMs, extended: boolean): ExchangeDate => {
		const preMarketMs = extended ? PART_SLOTS[PRE] * SLOT_MS : 0;
		return (to === undefined ? undefined : calendar.lastOpened(until - 1 + preMarketMs)?.date) ?? newYorkDate(now());
	};

	const readData = async (id: TickerId, { from, until }: Span, algo: Algo, extended: boolean): Promise<ChartData> => {
		const { begins } = boundsOf(extended);
		const sessions = calendar.sessionsBetween(newYorkDate(from), newYorkDate(until)).filter((session) => begins(session) < until);
		const begin = sessions[0] ? begins(sessions[0]) : from;
		const end = utcMs(until + 1000);
		const loadChartSessions = async (): Promise<readonly ChartSession[]> => {
			// The window has regular slots only.
			const windowSessions = extended ? undefined : readWindowSessions(prices, directory.rowOf(id), sessions);
			if (windowSessions) return windowSessions;
			const [bars, options, daily] = await Promise.all([
				store.bars(id, begin, end),
				store.options(id, begin, end),
				store.daily(id, begin, end),
			]);
			return buildBlockSessions(sessions, { bars, options, daily }, extended);
		};
		const [chartSessions, words, mentions, splits] = await Promise.all([
			loadChartSessions(),
			store.words(id, { from: begin, to: end, algo }),
			store.mentions(id, begin, end),
			store.splits(id),
		]);
		return { charts: chartSessions, words, mentions, splits };
	};

	const presentChart = (
		data: ChartData,
		{ bars, gaps }: ChartBars,
		timeframe: TimeframeIndex,
		span: Span,
		query: ChartsQuery,
		canShow: (time: number) => boolean,
	): Chart => {
		const { begins, ends } = boundsOf(query.extended && timeframe !== DAILY_TIMEFRAME);
		const sessions = data.charts.map(({ session }) => session);
		const depths = findBarDepths(bars, timeframe, data.words, canShow);
		const mentions = sumBarMentions(bars, data.mentions, span.until);
		const sign = query.sort_dir === 'asc' ? 1 : -1;
		const sortValue = (at: number): number => (query.sort_by === 'time' ? at : (bars[at]?.[query.sort_by] ?? 0));
		const order = [...bars.keys()].sort((a, b) => sign * (sortValue(a) - sortValue(b)) || a - b).slice(query.skip, query.skip + query.max);
		const pick = <T>(read: (at: number) => T): T[] => order.map(read);
		const column = <K extends 'open' | 'high' | 'low' | 'close' | 'volume'>(key: K) => pick((at) => bars[at]?.[key] as number);
		return {
			timeframe: TIMEFRAMES[timeframe].name,
			total_count: bars.length,
			time: pick((at) => isoSeconds(bars[at]?.start as number)),
			open: column('open'),
			high: column('high'),
			low: column('low'),
			close: column('close'),
			volume: column('volume'),
			calls: pick((at) => bars[at]?.calls ?? null),
			puts: pick((at) => bars[at]?.puts ?? null),
			mentions: pick((at) => mentions[at] ?? null),
			depths: Object.fromEntries(Object.entries(depths).map(([key, list]) => [key, pick((at) => list[at] ?? null)])) as Chart['depths'],
			gaps: gaps.map(isoSeconds),
			sessions: sessions.filter((session) => begins(session) < span.until && ends(session) > span.from).map(presentSession),
		};
	};

	const buildCharts = async (
		ticker: Ticker,
		query: ChartsQuery,
		timeframes: readonly TimeframeIndex[],
		licence: CallerAccount['licence'],
	): Promise<Charts> => {
		const spanOf = createSpanLookup(query, timeframes);
		const spans = timeframes.map(spanOf);
		const longest = spans.reduce((a, b) => (b.from < a.from ? b : a));
		const extended = query.extended && timeframes.some((timeframe) => timeframe !== DAILY_TIMEFRAME);
		const data = await readData(ticker.id, longest, query.algo, extended);
		const canShow = (time: number): boolean => {
			const facts = reports.at(time);
			return facts !== undefined && isOpenTo(licence, facts, facts.first);
		};
		const basis = basisOf(query, longest.until, extended);
		const ratioOf = (date: ExchangeDate): number => splitRatio(data.splits, date, basis);
		const barsByTimeframe = timeframes.map((timeframe, at) => buildChartBars(data.charts, timeframe, spans[at] as Span, ratioOf));
		const extendedEnds = barsByTimeframe.flatMap(({ bars }) => bars.findLast((bar) => bar.extended)?.end ?? []);
		const dataEnd = Math.max(prices.dataEnd() ?? 0, ...extendedEnds);
		const asOf = dataEnd === 0 ? null : Math.min(dataEnd, longest.until);
		return {
			ticker: ticker.symbol,
			ticker_id: ticker.id,
			name: ticker.name,
			algo: query.algo,
			as_of: asOf === null ? null : isoSeconds(asOf),
			delay: asOf === null ? null : Math.max(0, Math.round((now() - asOf) / 1000)),
			simulated: source.simulated,
			provider: source.label,
			from: isoSeconds(longest.from),
			to: isoSeconds(longest.until),
			basis,
			later_splits: splitRatio(data.splits, basis, newYorkDate(now())),
			filings: presentFilings(book?.informationInputs(ticker.id, { from: longest.from, at: longest.until }, 'reconstructed').filings),
			items: timeframes.map((timeframe, at) =>
				presentChart(data, barsByTimeframe[at] as ChartBars, timeframe, spans[at] as Span, query, canShow),
			),
		};
	};

	/** Returns the charts of a ticker, rebuilt when bars, mentions, reports or parameters change. */
	return async ({ licence }: CallerAccount, query: ChartsQuery): Promise<EncodedAnswer<Charts>> => {
		const ticker = directory.byId(query.ticker_id);
		if (!ticker) throw unknownTicker('ticker_id');
		const timeframes = (query.timeframes ?? [query.timeframe ?? 'one_hour']).map(timeframeIndex);
		const key = `${queryKeyOf(query)} ${licence} ${prices.version()} ${mentionsVersion()} ${reports.changeCount()} ${currentParameters().version}`;
		const cached = cache.get(key);
		if (cached) return cached;
		const encoded = encodeAnswer(schema, await buildCharts(ticker, query, timeframes, licence));
		cache.set(key, encoded);
		return encoded;
	};
}

/** Returns functions for the start and the end of a session's trading. */
function boundsOf(extended: boolean): Record<'begins' | 'ends', (session: Session) => UtcMs> {
	return extended ? { begins: preOpen, ends: postClose } : { begins: ({ open }) => open, ends: ({ close }) => close };
}

function presentSession(session: Session): Chart['sessions'][number] {
	return {
		date: session.date,
		pre: isoSeconds(preOpen(session)),
		open: isoSeconds(session.open),
		close: isoSeconds(session.close),
		post: isoSeconds(postClose(session)),
		early_close: session.early,
	};
}

/** Parses a date or an instant. A date means the start of that day in New York, or with `atDayEnd` the end of that day. */
function parseInstant(text: string, atDayEnd: boolean): UtcMs {
	const day = parseDate(text);
	if (day) return newYorkToUtc(atDayEnd ? addDays(day, 1) : day, 0, 0);
	return utcMs(Date.parse(text));
}

/** Returns for each regular bar the depths of the last report in (start, end] that may be shown; null without such a report. */
export function findBarDepths(
	bars: readonly ChartBar[],
	timeframe: TimeframeIndex,
	series: WordSeries,
	canShow: (time: number) => boolean,
): ChartDepths {
	const words = series.words[timeframe] as Uint32Array;
	let at = 0;
	const lastWords = bars.map(({ start, end, extended }): number | null => {
		let last: number | null = null;
		while (at < series.count && series.time[at]! * SECOND <= end) {
			const time = series.time[at]! * SECOND;
			if (!extended && time > start && canShow(time)) last = words[at]!;
			at++;
		}
		return last;
	});
	const column = (index: SectorIndex): (number | null)[] => lastWords.map((word) => (word === null ? null : depthIn(word, index)));
	const sectorColumns = SECTORS.map(({ key }, index) => [key, column(index as SectorIndex)] as const);
	return { ...Object.fromEntries(sectorColumns), squeeze: column(SQUEEZE) } as ChartDepths;
}

/**
 * Sums the mentions of each bar over the hours since the previous bar's end, for the first bar since its start. Null if no hour was counted. Hours that had not
 * ended at `until` are excluded, because their counts were incomplete.
 */
export function sumBarMentions(bars: readonly ChartBar[], { count, time, mentions }: MentionBlock, until: number): (number | null)[] {
	const hours = Array.from({ length: count }, (_, i) => ({ at: time[i]! * SECOND, mentions: mentions[i]! }))
		.filter(({ at }) => at + HOUR <= until)
		.sort((a, b) => a.at - b.at);
	let nextHour = 0;
	return bars.map(({ start, end }, index) => {
		let sum: number | null = null;
		const since = bars[index - 1]?.end ?? start;
		for (; nextHour < hours.length; nextHour++) {
			const hour = hours[nextHour] as (typeof hours)[number];
			if (hour.at >= end) break;
			if (hour.at >= since) sum = (sum ?? 0) + hour.mentions;
		}
		return sum;
	});
}
