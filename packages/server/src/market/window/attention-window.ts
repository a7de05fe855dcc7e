import { PAST_DAYS } from '@sw/domain/attention/interval';
import { type AttentionColumns, type MentionQuery, measureAttention } from '@sw/domain/attention/measure';
import type { MentionHour, MentionHours } from '@sw/domain/attention/mention-hours';
import { createTickerSeries, measureUsualDay, type TickerSeries } from '@sw/domain/attention/ticker-series';
import { findUrgentHour, type UrgentHour } from '@sw/domain/attention/urgent';
import { ALL_TICKERS, MENTION_COUNTERS, MENTION_SOURCES, type MentionBlock, type MentionCounterName } from '@sw/domain/prices/blocks';
import { DAY, type ExchangeDate, HOUR, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { createAnswerCache } from '../../platform/cache/answer-caches.ts';
import type { MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { runInSteps } from '../../platform/concurrency/run-in-steps.ts';
import { nextVersion } from './price-window.ts';

/** Hours kept: the 30 days to compare with, the current day, and three days to recompute earlier results. */
export const KEPT_HOURS = (PAST_DAYS + 4) * 24;

/** How a source was last counted. */
export interface SourceState {
	readonly source: number;
	/** Counter of its last hour. */
	readonly counter: MentionCounterName;
	/** End of its last counted hour. */
	readonly until: UtcMs;
	/** Number of rows counted in that hour. */
	readonly rows: number;
	/** Whether the source states numbers of authors. */
	readonly authors: boolean;
}

/** Hourly mentions of the last weeks in memory, from which analytics are computed without reading the store. */
export interface AttentionWindow extends MentionHours {
	/** Adds or replaces the hours in [from, to) that the block's spans cover. */
	add(block: MentionBlock, from: UtcMs, to: UtcMs): void;
	/** End of the last added hour; undefined before the first. */
	dataEnd(): UtcMs | undefined;
	/** Changes whenever hours are added, and is never repeated in the process, so it can serve as a cache key. */
	version(): number;
	/** State of a source considering only hours that had ended at `at`; undefined if it was never counted in the window. */
	state(source: number, at: UtcMs): SourceState | undefined;
}

interface StoredHour extends MentionHour {
	readonly counter: number;
}

const EMPTY_COLUMN: ArrayLike<number> = new Uint8Array();
const UNKNOWN = -1;

/** `rowOf` returns the row of a ticker id, or -1. */
export function createAttentionWindow(rows: number, rowOf: (tickerId: number) => number): AttentionWindow {
	const hoursBySource: Map<number, StoredHour>[] = MENTION_SOURCES.map(() => new Map());
	let until: UtcMs | undefined;
	let version = nextVersion();

	/** Finds the rows for which an hour of a source was counted, and the counter. Undefined if the hour was not counted. */
	const findCoverage = (block: MentionBlock, source: number, ms: number): { counted: 'all' | Uint8Array; counter: number } | undefined => {
		const at = ms / SECOND;
		let counter = 0;
		let coveredRows: Uint8Array | undefined;
		for (const span of block.spans) {
			if (span.source !== source || at < span.from || at >= span.to) continue;
			counter = span.counter;
			if (span.tickerId === ALL_TICKERS) return { counted: 'all', counter };
			coveredRows ??= new Uint8Array(rows);
			const row = rowOf(span.tickerId);
			if (row >= 0) coveredRows[row] = 1;
		}
		return coveredRows && { counted: coveredRows, counter };
	};

	const hourKey = (source: number, seconds: number): number => seconds * MENTION_SOURCES.length + source;
	const rowAt = (block: MentionBlock, i: number): number => rowOf(block.tickerId[i]!);

	/** Groups indexes into the block by source and hour, each list sorted by row. */
	const groupRows = (block: MentionBlock): Map<number, number[]> => {
		const groups = new Map<number, number[]>();
		for (let i = 0; i < block.count; i++) {
			if (rowAt(block, i) < 0) continue;
			const key = hourKey(block.source[i]!, block.time[i]!);
			const group = groups.get(key);
			if (group) group.push(i);
			else groups.set(key, [i]);
		}
		for (const group of groups.values()) {
			const isSorted = group.every((i, at) => at === 0 || rowAt(block, group[at - 1]!) < rowAt(block, i));
			if (!isSorted) group.sort((a, b) => rowAt(block, a) - rowAt(block, b));
		}
		return groups;
	};

	const createHour = (block: MentionBlock, indexes: readonly number[], coverage: ReturnType<typeof findCoverage>): StoredHour => {
		const pickColumn = (values: ArrayLike<number>): number[] => indexes.map((i) => values[i]!);
		const authors = pickColumn(block.authors);
		const retweets = pickColumn(block.retweets);
		return {
			rows: indexes.length === 0 ? EMPTY_COLUMN : packValues(indexes.map((i) => rowAt(block, i))),
			mentions: packValues(pickColumn(block.mentions)),
			retweets: retweets.every((value) => value === 0) ? createConstantColumn(0, indexes.length) : packValues(retweets),
			authors: authors.every((value) => value >= 0)
				? packValues(authors)
				: authors.every((value) => value < 0)
					? createConstantColumn(UNKNOWN, indexes.length)
					: Int32Array.from(authors),
			counted: coverage?.counted ?? 'all',
			counter: coverage?.counter ?? 0,
		};
	};

	return {
		rows,
		hour: (source, ms) => hoursBySource[source]?.get(ms),
		add(block, from, to) {
			const groups = groupRows(block);
			for (const [source, hours] of hoursBySource.entries()) {
				for (let ms: number = from; ms < to; ms += HOUR) {
					const coverage = findCoverage(block, source, ms);
					if (coverage) hours.set(ms, createHour(block, groups.get(hourKey(source, ms / SECOND)) ?? [], coverage));
				}
				for (const ms of hours.keys()) if (ms < to - KEPT_HOURS * HOUR) hours.delete(ms);
			}
			until = utcMs(Math.max(until ?? 0, to));
			version = nextVersion();
		},
		dataEnd: () => until,
		version: () => version,
		state(source, at) {
			const hours = hoursBySource[source];
			for (let ms = Math.floor(at / HOUR) * HOUR - HOUR; hours && ms > at - KEPT_HOURS * HOUR; ms -= HOUR) {
				const hour = hours.get(ms);
				if (!hour) continue;
				return {
					source,
					counter: MENTION_COUNTERS[hour.counter] ?? 'unknown',
					until: utcMs(ms + HOUR),
					rows: hour.counted === 'all' ? rows : hour.counted.reduce((sum, flag) => sum + flag, 0),
					authors: hasAuthors(hours, ms),
				};
			}
			return undefined;
		},
	};
}

/** Creates a column of equal values, in the smallest type. */
function createConstantColumn(value: number, length: number): ArrayLike<number> {
	return value === 0 ? new Uint8Array(length) : new Int8Array(length).fill(value);
}

/** Creates a column of non-negative values, in the smallest type that fits. */
function packValues(values: readonly number[]): ArrayLike<number> {
	const largest = values.reduce((max, value) => Math.max(max, value), 0);
	return largest < 256 ? Uint8Array.from(values) : largest < 65_536 ? Uint16Array.from(values) : Uint32Array.from(values);
}

/** Whether the last hour with mentions, within a day before `last`, states numbers of authors. */
function hasAuthors(hours: ReadonlyMap<number, MentionHour>, last: number): boolean {
	for (let ms = last; ms > last - DAY; ms -= HOUR) {
		const hour = hours.get(ms);
		if (hour && hour.rows.length > 0) return hour.authors[0]! >= 0;
	}
	return false;
}

/** Statistics of the mentions in memory, each computed once per hour for all readers, in steps that yield to other work. */
export interface AttentionSource {
	/** End of the last counted hour at an instant; undefined before the first. */
	dataEndAt(ms: number): UtcMs | undefined;
	/** Statistics as of `until`: later hours are ignored. */
	columns(query: MentionQuery, until: UtcMs): MaybePromise<AttentionColumns>;
	urgent(query: Pick<MentionQuery, 'source' | 'withRetweets'>, until: UtcMs): MaybePromise<UrgentHour>;
	series(row: number, timeframe: MentionQuery['timeframe'], until: UtcMs): TickerSeries;
	version(): number;
	/** Computes the most requested results in advance. */
	warm(ms: number): Promise<void>;
}

/** Number of cached results: three timeframes times three choices of sources, with and without retweets, and a few more. */
const CACHED_RESULTS = 24;

/** A computed result, or its promise. */
interface CachedResult<T> {
	value: MaybePromise<T>;
}

/** Returns the usual mentions per day, by row, before a session; computed once while the mentions don't change. */
export function createUsualDayReader(
	window: Pick<AttentionWindow, 'rows' | 'hour' | 'version'>,
): (date: ExchangeDate) => Promise<Float64Array> {
	const cache = createAnswerCache<string, Promise<Float64Array>>({ max: 8 });
	return (date) => {
		const key = `${window.version()} ${date}`;
		const cached = cache.get(key);
		if (cached) return cached;
		const computation = runInSteps(measureUsualDay(window, date));
		cache.set(key, computation);
		computation.catch(() => cache.delete(key));
		return computation;
	};
}

export function createAttentionSource(window: AttentionWindow): AttentionSource {
	const columnsCache = createAnswerCache<string, CachedResult<AttentionColumns>>({ max: CACHED_RESULTS });
	const urgentCache = createAnswerCache<string, CachedResult<UrgentHour>>({ max: CACHED_RESULTS });

	const dataEndAt = (ms: number): UtcMs | undefined => {
		const last = window.dataEnd();
		return last === undefined ? undefined : utcMs(Math.min(last, Math.floor(ms / HOUR) * HOUR));
	};
	const columns: AttentionSource['columns'] = (query, at) =>
		computeOnce(columnsCache, `${window.version()} ${at} ${query.timeframe} ${query.source} ${query.withRetweets}`, () =>
			measureAttention(window, query, at),
		);
	const urgent: AttentionSource['urgent'] = (query, at) =>
		computeOnce(urgentCache, `${window.version()} ${at} ${query.source} ${query.withRetweets}`, () => findUrgentHour(window, query, at));
	return {
		dataEndAt,
		columns,
		urgent,
		series: (row, timeframe, at) => createTickerSeries(window, row, timeframe, at),
		version: window.version,
		async warm(ms) {
			const at = dataEndAt(ms);
			if (at === undefined) return;
			await columns({ timeframe: 'day', source: undefined, withRetweets: false }, at);
			await urgent({ source: undefined, withRetweets: false }, at);
		},
	};
}

function computeOnce<T>(
	cache: ReturnType<typeof createAnswerCache<string, CachedResult<T>>>,
	key: string,
	createSteps: () => Iterator<unknown, T>,
): MaybePromise<T> {
	const cached = cache.get(key);
	if (cached) return cached.value;
	const computation = runInSteps(createSteps());
	const entry: CachedResult<T> = { value: computation };
	cache.set(key, entry);
	computation.then(
		(value) => {
			entry.value = value;
		},
		() => cache.delete(key),
	);
	return computation;
}
