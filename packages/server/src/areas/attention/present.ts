import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { type AttentionColumns, liftOf, projectTotal } from '@sw/domain/attention/measure';
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
export function sourceStates({ window, now }: Pick<AnalyticsParts, 'window' | 'now'>): SourceStates {
	return MENTION_SOURCES.map((source, at) => {
		const state = window.state(at, now());
		return state
			? {
					source,
					counter: state.counter,
					time: isoSeconds(state.until),
					age: ageOf(now(), state.until),
					tickers: state.rows,
					authors: state.authors,
				}
			: { source, counter: null, time: null, age: null, tickers: 0, authors: false };
	});
}

/** Returns an age in seconds, rounded down to a whole minute, so that pages needn't be rebuilt every second. */
function ageOf(now: number, at: number): number {
	return Math.max(0, Math.floor((now - at) / MINUTE) * (MINUTE / SECOND));
}

type HeadParts = Pick<AnalyticsParts, 'window' | 'now' | 'source' | 'attention'>;

function presentHead(parts: HeadParts, until: UtcMs | undefined) {
	return {
		simulated: parts.source.simulated,
		provider: parts.source.label,
		time: until === undefined ? null : isoSeconds(until),
		age: until === undefined ? null : ageOf(parts.now(), until),
		sources: sourceStates(parts),
	};
}

export interface SourceHead {
	readonly until: UtcMs | undefined;
	readonly shown: ReturnType<typeof presentHead>;
	/** Version of the mentions when this head was built; measures computed after that can include newer mentions. */
	readonly version: number;
	/** Cache key. */
	readonly key: string;
}

/** Builds the state of the sources for every answer, at most once per minute of the market clock, and after each counted hour. */
export function createSourceHead(parts: HeadParts): () => SourceHead {
	let kept: SourceHead | undefined;
	return () => {
		const version = parts.attention.version();
		const key = `${version} ${Math.floor(parts.now() / MINUTE)}`;
		if (kept?.key === key) return kept;
		const until = parts.attention.until(parts.now());
		kept = { until, shown: presentHead(parts, until), version, key };
		return kept;
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
export interface ShownColumns {
	readonly value: Float64Array;
	readonly error: Float64Array;
	readonly mean: Float64Array;
	readonly sd: Float64Array;
	readonly change: Float64Array;
	readonly lift: Float64Array;
}

export function selectColumns(columns: AttentionColumns, approximated: boolean): ShownColumns {
	const { rows, shape } = columns;
	const { mean, sd } = approximated ? columns.whole : columns.soFar;
	const [value, error, change, lift] = [new Float64Array(rows), new Float64Array(rows), new Float64Array(rows), new Float64Array(rows)];
	for (let row = 0; row < rows; row++) {
		const count = columns.count[row]!;
		const reported = !approximated
			? { value: count, error: Number.NaN }
			: shape
				? projectTotal(count, shape)
				: { value: Number.NaN, error: Number.NaN };
		value[row] = reported.value;
		error[row] = reported.error;
		change[row] = reported.value / mean[row]! - 1;
		lift[row] = liftOf(reported.value, mean[row]!);
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
		sources: sourceNames(sources[row]!),
	};
}

function sourceNames(mask: number): (typeof MENTION_SOURCES)[number][] {
	return MENTION_SOURCES.filter((_, at) => (mask & (1 << at)) !== 0);
}

/** `row` must have a counted source. */
export function presentRow(
	parts: Pick<AnalyticsParts, 'directory'>,
	columns: AttentionColumns,
	shown: ShownColumns,
	caps: Float64Array,
	row: number,
): AttentionRow {
	const value = finiteOrNull(shown.value[row]!);
	return {
		...presentSubject(parts, caps, row, columns.sources),
		mentions: value,
		error: finiteOrNull(shown.error[row]!),
		counted: columns.count[row]!,
		authors: finiteOrNull(columns.authors[row]!),
		mean: finiteOrNull(shown.mean[row]!),
		sd: finiteOrNull(shown.sd[row]!),
		days: columns.days[row]!,
		change: finiteOrNull(shown.change[row]!),
		lift: finiteOrNull(shown.lift[row]!),
		bucket: mentionBucket(value === null ? null : Math.round(value)),
	};
}
