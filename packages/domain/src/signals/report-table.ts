import type { ReportTime } from '../time/units.ts';

/**
 * Slices whose z is stored per timeframe: price (short side; long is its negative), volume, option sum, option difference (call-heavy; put-heavy is
 * its negative), squeeze (zeta).
 */
export const Z_SERIES = ['price', 'volume', 'sum', 'diff', 'squeeze'] as const;
export const Z_PER_ROW = 25;

export const FLAG_ELIGIBLE = 1;
export const FLAG_STALE = 2;
export const FLAG_QUARANTINE = 4;

/**
 * One report, columnar: row r is the r-th ticker in the report, ascending ticker_id. words[tf][r] is the packed word of signals.md section 2; z[(tf *
 * 5 + series) * count + r] its z-like number, NaN if unmeasurable.
 */
export interface ReportTable {
	time: ReportTime;
	algo: 'reverse' | 'forecast';
	count: number;
	tickerId: Uint32Array;
	words: readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array];
	z: Float32Array;
	/** Last traded close as printed, in 1/10000 dollar. */
	price: Float64Array;
	/** Market capitalisation in dollars; NaN if unknown. */
	cap: Float64Array;
	/** Mentions of the last 24 h over all sources; -1 if no source covered it. */
	mentions: Int32Array;
	/** FLAG_ELIGIBLE | FLAG_STALE | FLAG_QUARANTINE. */
	flags: Uint8Array;
}

/** Memory of its columns. */
export function tableBytes({ tickerId, words, z, price, cap, mentions, flags }: ReportTable): number {
	return [tickerId, ...words, z, price, cap, mentions, flags].reduce((sum, { byteLength }) => sum + byteLength, 0);
}

export function reportTable(time: ReportTime, algo: 'reverse' | 'forecast', count: number): ReportTable {
	return {
		time,
		algo,
		count,
		tickerId: new Uint32Array(count),
		words: [new Uint32Array(count), new Uint32Array(count), new Uint32Array(count), new Uint32Array(count), new Uint32Array(count)],
		z: new Float32Array(Z_PER_ROW * count),
		price: new Float64Array(count),
		cap: new Float64Array(count),
		mentions: new Int32Array(count),
		flags: new Uint8Array(count),
	};
}
