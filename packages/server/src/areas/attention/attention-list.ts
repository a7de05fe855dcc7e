import { type ATTENTION_SORTS, analyticsCalls } from '@sw/contract/attention/attention';
import type { AnswerOf, HandlerInput } from '@sw/contract/base/define';
import type { CallerAccount } from '@sw/domain/access/caller';
import type { AttentionColumns } from '@sw/domain/attention/measure';
import { computeUsualBands } from '@sw/domain/attention/ticker-series';
import type { UrgentHour } from '@sw/domain/attention/urgent';
import { MENTION_SOURCES } from '@sw/domain/prices/blocks';
import { isInMentionBuckets } from '@sw/domain/prices/buckets';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import { createAnswerCache, createLastAnswers } from '../../platform/cache/answer-caches.ts';
import { type MaybePromise, mapMaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { malformed, unknownTicker } from '../../platform/errors.ts';
import { type EncodedAnswer, encodeAnswer } from '../answer.ts';
import type { AnalyticsParts, OwnTickers } from './ports.ts';
import { type DisplayColumns, presentInterval, presentRow, presentSourceStates, type SourceHead, selectColumns } from './present.ts';

type Analytics = AnswerOf<(typeof analyticsCalls)['analytics']>;
export type AttentionQuery = HandlerInput<(typeof analyticsCalls)['analytics']>['query'];
type Sort = (typeof ATTENTION_SORTS)[number];

/** Number of cached pages. Readers share a page if their own lists give the same rows. */
const MAX_CACHED_PAGES = 400;
/** Number of cached sort results of all rows, one per combination of interval, source and sort column. */
const MAX_CACHED_RANKINGS = 60;

/** Creates a function that lists all tickers by mentions: filtered, sorted and paged. `capitalizations`: market caps in dollars by directory row. */
export function createAttentionList(parts: AnalyticsParts, capitalizations: () => Float64Array, currentHead: () => SourceHead) {
	const { attention, directory } = parts;
	const rankings = createAnswerCache<string, { display: DisplayColumns; rows: Uint32Array }>({ max: MAX_CACHED_RANKINGS });
	const pages = createAnswerCache<string, EncodedAnswer<Analytics>>({ max: MAX_CACHED_PAGES });
	/** Cached answers to queries that don't depend on the reader's own lists. */
	const sharedAnswers = createLastAnswers<EncodedAnswer<Analytics>>(MAX_CACHED_PAGES);

	const createSortKey = (columns: AttentionColumns, display: DisplayColumns, caps: Float64Array, sort: Sort): ((row: number) => number) => {
		if (sort === 'mentions') return (row) => display.value[row]!;
		if (sort === 'authors') return (row) => columns.authors[row]!;
		if (sort === 'capitalization') return (row) => caps[row]!;
		if (sort === 'ticker') return () => 0;
		const column = display[sort];
		return (row) => column[row]!;
	};

	/**
	 * Sorts all rows with at least one counted source. Unknown values are last in either direction. Ties are sorted by symbol, so that parts of the list never
	 * overlap.
	 */
	const sortRows = (columns: AttentionColumns, caps: Float64Array, { sort_by, sort_dir, is_approximated }: AttentionQuery): Uint32Array => {
		const display = selectColumns(columns, is_approximated);
		const key = createSortKey(columns, display, caps, sort_by);
		const sign = sort_dir === 'asc' ? 1 : -1;
		const symbolOf = (row: number): string => directory.tickers[row]?.symbol ?? '';
		const bySymbol = (a: number, b: number): number => (symbolOf(a) < symbolOf(b) ? -1 : symbolOf(a) > symbolOf(b) ? 1 : a - b);
		const rows = Uint32Array.from({ length: columns.rowCount }, (_, row) => row).filter((row) => columns.sources[row] !== 0);
		return rows.sort((a, b) => {
			if (sort_by === 'ticker') return sign * bySymbol(a, b);
			const [x, y] = [key(a), key(b)];
			const [unknownX, unknownY] = [Number.isFinite(x) ? 0 : 1, Number.isFinite(y) ? 0 : 1];
			if (unknownX !== unknownY) return unknownX - unknownY;
			return (unknownX === 1 ? 0 : sign * (x - y)) || bySymbol(a, b);
		});
	};

	const createRowFilter = (
		ownTickers: OwnTickers | undefined,
		query: AttentionQuery,
		display: DisplayColumns,
		caps: Float64Array,
	): ((row: number) => boolean) => {
		const { group, pe_ticker_range: buckets = [], capitalization_from: minimum, capitalization_to: maximum } = query;
		const hiddenTickers = ownTickers?.hiddenEverywhere();
		return (row) => {
			const id = directory.tickers[row]?.id ?? 0;
			if (group === 'favorites' && !ownTickers?.favorites.has(id)) return false;
			if (group === 'white_list' && hiddenTickers?.has(id)) return false;
			if (group === 'black_list' && !hiddenTickers?.has(id)) return false;
			const cap = caps[row]!;
			if (minimum !== undefined && !(cap >= minimum)) return false;
			if (maximum !== undefined && !(cap <= maximum)) return false;
			const value = display.value[row]!;
			return buckets.length === 0 || isInMentionBuckets(Number.isFinite(value) ? Math.round(value) : null, buckets);
		};
	};

	const presentEmpty = (query: AttentionQuery): Analytics => ({
		...currentHead().fields,
		...presentInterval(undefined),
		...presentSourceQuery(query),
		timeframe: query.timeframe,
		total_count: 0,
		items: [],
	});

	const buildPage = (
		query: AttentionQuery,
		head: SourceHead,
		caps: Float64Array,
		columns: AttentionColumns,
		ownTickers: OwnTickers | undefined,
	): EncodedAnswer<Analytics> => {
		const { timeframe, source, with_retweets, is_approximated, sort_by, sort_dir } = query;
		const stateKey = `${head.version} ${head.until} ${timeframe} ${source} ${with_retweets} ${is_approximated}`;
		const rankingKey = `${stateKey} ${sort_by} ${sort_dir} ${sort_by === 'capitalization' ? capitalizationCacheKey(caps) : ''}`;
		const ranking = rankings.get(rankingKey) ?? { display: selectColumns(columns, is_approximated), rows: sortRows(columns, caps, query) };
		rankings.set(rankingKey, ranking);
		const isIncluded = createRowFilter(ownTickers, query, ranking.display, caps);
		const page: number[] = [];
		let total = 0;
		for (const row of ranking.rows) {
			if (!isIncluded(row)) continue;
			if (total >= query.skip && page.length < query.max) page.push(row);
			total++;
		}
		const key = `${stateKey} ${capitalizationCacheKey(caps)} ${head.key} ${total} ${page.join()}`;
		const cached = pages.get(key);
		if (cached) return cached;
		const answer = encodeAnswer(analyticsCalls.analytics.answers[200], {
			...head.fields,
			...presentInterval(columns),
			...presentSourceQuery(query),
			timeframe,
			total_count: total,
			items: page.map((row) => presentRow(parts, columns, ranking.display, caps, row)),
		});
		pages.set(key, answer);
		return answer;
	};

	return ({ id }: CallerAccount, query: AttentionQuery): MaybePromise<Analytics | EncodedAnswer<Analytics>> => {
		const { capitalization_from: minimum, capitalization_to: maximum } = query;
		if (minimum !== undefined && maximum !== undefined && minimum > maximum)
			throw malformed('capitalization_from', 'capitalization_from must not be greater than capitalization_to.');
		const head = currentHead();
		if (head.until === undefined) return presentEmpty(query);
		const caps = capitalizations();
		const dependencies = [head, capitalizationCacheKey(caps)];
		const cached = query.group === undefined ? sharedAnswers.get(query, dependencies) : undefined;
		if (cached) return cached;
		return mapMaybePromise(attention.columns(createMentionQuery(query), head.until), (columns) => {
			if (query.group !== undefined)
				return mapMaybePromise(parts.ownTickers(id), (ownTickers) => buildPage(query, head, caps, columns, ownTickers));
			return sharedAnswers.store(query, dependencies, buildPage(query, head, caps, columns, undefined));
		});
	};
}

let lastCapKey = 0;
const capKeys = new WeakMap<Float64Array, number>();

/** Returns a number that identifies an array of market caps by object identity, for cache keys. */
export function capitalizationCacheKey(caps: Float64Array): number {
	const capKey = capKeys.get(caps) ?? ++lastCapKey;
	capKeys.set(caps, capKey);
	return capKey;
}

export function createMentionQuery({ timeframe, source, with_retweets }: Pick<AttentionQuery, 'timeframe' | 'source' | 'with_retweets'>) {
	return {
		timeframe,
		source: source === undefined ? undefined : MENTION_SOURCES.indexOf(source),
		withRetweets: with_retweets,
	};
}

export function presentSourceQuery({
	is_approximated,
	source,
	with_retweets,
}: Pick<AttentionQuery, 'is_approximated' | 'source' | 'with_retweets'>) {
	return {
		is_approximated,
		source: source ?? null,
		with_retweets,
	};
}

type TickerAnswer = AnswerOf<(typeof analyticsCalls)['analyticsTicker']>;
type TickerQuery = HandlerInput<(typeof analyticsCalls)['analyticsTicker']>['query'];

const MAX_CACHED_TICKERS = 1_000;

/** Mentions of all tickers in the interval and in the last hour. */
interface MeasuredMentions {
	columns: AttentionColumns;
	urgent: UrgentHour;
}

/** Creates a function that answers with one ticker's current mentions, usual mentions, and mentions of the previous 30 days. */
export function createTickerAttention(parts: AnalyticsParts, capitalizations: () => Float64Array, currentHead: () => SourceHead) {
	const { attention, directory } = parts;
	const answers = createLastAnswers<EncodedAnswer<TickerAnswer>>(MAX_CACHED_TICKERS);

	const presentUrgent = (row: number, { hour, counts, threshold, countedPastHours }: UrgentHour): TickerAnswer['urgent'] => {
		const limit = threshold[row]!;
		if (Number.isNaN(limit)) return null;
		const mentions = counts[row]!;
		return { hour: isoSeconds(hour), mentions, threshold: limit, hours: countedPastHours[row]!, beyond: mentions > limit };
	};

	const presentSources = (row: number, query: TickerQuery, until: ReturnType<typeof attention.dataEndAt>) => {
		if (until === undefined) return { starts: [], items: [] };
		const states = presentSourceStates(parts);
		const { starts, sources } = attention.series(row, query.timeframe, until);
		const selectedSources = query.source === undefined ? sources : sources.filter(({ source }) => MENTION_SOURCES[source] === query.source);
		return {
			starts: starts.map(isoSeconds),
			items: selectedSources.map(({ source, mentions, retweets, authors }) => {
				const { counter, time, age } = states[source] as (typeof states)[number];
				const isCounted = mentions.some((value) => value !== null);
				const counts = query.with_retweets ? mentions.map((value, i) => (value === null ? null : value + retweets[i]!)) : mentions;
				return {
					source: MENTION_SOURCES[source] as (typeof MENTION_SOURCES)[number],
					...(isCounted ? { counter, time, age } : { counter: null, time: null, age: null }),
					mentions,
					retweets,
					authors,
					usual: computeUsualBands(starts, counts),
				};
			}),
		};
	};

	const measureAt = (query: TickerQuery, until: UtcMs): MaybePromise<MeasuredMentions> => {
		const mentions = createMentionQuery(query);
		return mapMaybePromise(attention.columns(mentions, until), (columns) =>
			mapMaybePromise(attention.urgent(mentions, until), (urgent) => ({ columns, urgent })),
		);
	};

	const buildAnswer = (
		row: number,
		query: TickerQuery,
		{ until, fields }: SourceHead,
		caps: Float64Array,
		measurements: MeasuredMentions | undefined,
	): EncodedAnswer<TickerAnswer> => {
		const ticker = directory.tickers[row] as (typeof directory.tickers)[number];
		const columns = measurements?.columns;
		const isCounted = columns && columns.sources[row] !== 0;
		return encodeAnswer(analyticsCalls.analyticsTicker.answers[200], {
			...fields,
			...presentInterval(columns),
			...presentSourceQuery(query),
			timeframe: query.timeframe,
			ticker: ticker.symbol,
			ticker_id: ticker.id,
			name: ticker.name,
			now: isCounted ? presentRow(parts, columns, selectColumns(columns, query.is_approximated), caps, row) : null,
			urgent: measurements ? presentUrgent(row, measurements.urgent) : null,
			...presentSources(row, query, until),
		});
	};

	return (query: TickerQuery): MaybePromise<EncodedAnswer<TickerAnswer>> => {
		const row = directory.rowOf(query.ticker_id);
		if (row < 0) throw unknownTicker('ticker_id');
		const [head, caps] = [currentHead(), capitalizations()];
		const dependencies = [head, capitalizationCacheKey(caps)];
		const cached = answers.get(query, dependencies);
		if (cached) return cached;
		return mapMaybePromise(head.until === undefined ? undefined : measureAt(query, head.until), (measurements) =>
			answers.store(query, dependencies, buildAnswer(row, query, head, caps, measurements)),
		);
	};
}
