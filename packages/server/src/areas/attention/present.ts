import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { type AttentionColumns, computeLift, projectTotal } from '@sw/domain/attention/measure';
import { MENTION_SOURCES } from '@sw/domain/prices/blocks';
import { capGroup, mentionBucket } from '@sw/domain/prices/buckets';
import { isoSeconds } from '@sw/domain/time/format';
import { MINUTE, SECOND, type UtcMs } from '@sw/domain/time/units';
import type { AnalyticsParts } from './ports.ts';

export type AttentionRow = AnswerOf<Contract['attention']['analytics']>['items'][number];
type SourceStates = AnswerOf<Contract['attention']['analyticsTime']>['items'];

export function finiteOrNull(value: number): number | null {
	return Number.isFinite(value) ? value : null;
}

/** Returns the current state of every source. */
export function presentSourceStates({ window, now }: Pick<AnalyticsParts, 'window' | 'now'>): SourceStates {
	return MENTION_SOURCES.map((source, at) => {
		const state = window.state(at, now());
		return state
			? {
					source,
					counter: state.counter,
					time: isoSeconds(state.until),
					age: ageSeconds(now(), state.until),
					tickers: state.rows,
					authors: state.authors,
				}
			: { source, counter: null, time: null, age: null, tickers: 0, authors: false };
	});
}

/** Returns an age in seconds, rounded down to a whole minute, so that pages needn't be rebuilt every second. */
function ageSeconds(now: number, timeMs: number): number {
	return Math.max(0, Math.floor((now - timeMs) / MINUTE) * (MINUTE / SECOND));
}

type HeadParts = Pick<AnalyticsParts, 'window' | 'now' | 'source' | 'attention'>;

function presentHead(parts: HeadParts, until: UtcMs | undefined) {
	return {
		simulated: parts.source.simulated,
		provider: parts.source.label,
		time: until === undefined ? null : isoSeconds(until),
		age: until === undefined ? null : ageSeconds(parts.now(), until),
		sources: presentSourceStates(parts),
	};
}

export interface SourceHead {
	readonly until: UtcMs | undefined;
	readonly fields: ReturnType<typeof presentHead>;
	/** Version of the mentions when this head was built. Measurements made after that can include newer mentions. */
	readonly version: number;
	/** Cache key. */
	readonly key: string;
}

/** Builds the state of the sources for every answer, at most once per minute of the market clock, and after each counted hour. */
export function createSourceHead(parts: HeadParts): () => SourceHead {
	let cached: SourceHead | undefined;
	return () => {
		const version = parts.attention.version();
		const key = `${version} ${Math.floor(parts.now() / MINUTE)}`;
		if (cached?.key === key) return cached;
		const until = parts.attention.dataEndAt(parts.now());
		cached = { until, fields: presentHead(parts, until), version, key };
		return cached;
	};
}

export function presentInterval(columns: AttentionColumns | undefined) {
	const { interval, shape } = columns ?? {};
	return {
		from: interval ? isoSeconds(interval.from) : null,
		until: interval ? isoSeconds(interval.until) : null,
		to: interval ? isoSeconds(interval.to) : null,
		share: shape?.share ?? null,
		share_days: shape?.days ?? 0,
	};
}

/** Displayed values by directory row, either counted so far or estimated for the whole interval. NaN if unknown. */
export interface DisplayColumns {
	readonly value: Float64Array;
	readonly error: Float64Array;
	readonly mean: Float64Array;
	readonly sd: Float64Array;
	readonly change: Float64Array;
	readonly lift: Float64Array;
}

export function selectColumns(columns: AttentionColumns, isApproximated: boolean): DisplayColumns {
	const { rowCount, shape } = columns;
	const { mean, sd } = isApproximated ? columns.usualWholeInterval : columns.usualSoFar;
	const [value, error, change, lift] = [
		new Float64Array(rowCount),
		new Float64Array(rowCount),
		new Float64Array(rowCount),
		new Float64Array(rowCount),
	];
	for (let row = 0; row < rowCount; row++) {
		const count = columns.count[row]!;
		const estimate = !isApproximated
			? { value: count, error: Number.NaN }
			: shape
				? projectTotal(count, shape)
				: { value: Number.NaN, error: Number.NaN };
		value[row] = estimate.value;
		error[row] = estimate.error;
		change[row] = estimate.value / mean[row]! - 1;
		lift[row] = computeLift(estimate.value, mean[row]!);
	}
	return { value, error, mean, sd, change, lift };
}

/** Presents the ticker of a row with its sources. `sources` has a bit mask per row. */
export function presentSubject(
	{ directory }: Pick<AnalyticsParts, 'directory'>,
	caps: Float64Array,
	row: number,
	sources: Uint8Array,
): Pick<AttentionRow, 'ticker' | 'ticker_id' | 'name' | 'marketcap' | 'capitalization' | 'sources'> {
	const { symbol, id, name } = directory.tickers[row] as (typeof directory.tickers)[number];
	const cap = finiteOrNull(Math.round(caps[row]!));
	return {
		ticker: symbol,
		ticker_id: id,
		name,
		marketcap: capGroup(cap),
		capitalization: cap,
		sources: namesInMask(sources[row]!),
	};
}

function namesInMask(mask: number): (typeof MENTION_SOURCES)[number][] {
	return MENTION_SOURCES.filter((_, at) => (mask & (1 << at)) !== 0);
}

/** `row` must have a counted source. */
export function presentRow(
	parts: Pick<AnalyticsParts, 'directory'>,
	columns: AttentionColumns,
	display: DisplayColumns,
	caps: Float64Array,
	row: number,
): AttentionRow {
	const value = finiteOrNull(display.value[row]!);
	return {
		...presentSubject(parts, caps, row, columns.sources),
		mentions: value,
		error: finiteOrNull(display.error[row]!),
		counted: columns.count[row]!,
		authors: finiteOrNull(columns.authors[row]!),
		mean: finiteOrNull(display.mean[row]!),
		sd: finiteOrNull(display.sd[row]!),
		days: columns.days[row]!,
		change: finiteOrNull(display.change[row]!),
		lift: finiteOrNull(display.lift[row]!),
		bucket: mentionBucket(value === null ? null : Math.round(value)),
	};
}
