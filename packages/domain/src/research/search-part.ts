import type { TickerId, UtcMs } from '../time/units.ts';
import type { Tally } from './tally.ts';

/** A stored occurrence of a search: one row per episode. Arrays have one entry for each horizon of the question. */
export interface SearchPart {
	readonly id: number;
	readonly taskId: number;
	readonly tickerId: TickerId;
	/** The report's time. */
	readonly time: UtcMs;
	/** Start of the entry slot. */
	readonly entry: UtcMs;
	/** Packed words of the three rated timeframes as signed integers. */
	readonly words: number[];
	/** Bit k: sector k is lit in a rated timeframe. */
	readonly lit: number;
	readonly rate: number;
	/** Market cap tier, 6 when unknown. */
	readonly tier: number;
	readonly reconstructed: boolean;
	/** Number of horizons that aren't closed yet; unmeasurable ones count as closed. */
	readonly pending: number;
	readonly hits: boolean[];
	/** NaN if not closed or not measurable. */
	readonly excess: number[];
	readonly base: number[];
}
export type NewPart = Omit<SearchPart, 'id' | 'taskId'>;
export type ClosedPart = Pick<SearchPart, 'id' | 'tier' | 'pending' | 'hits' | 'excess' | 'base'>;

/** A measured episode at one horizon: the input of walk-forward evidence. */
export interface MeasuredPart {
	readonly time: UtcMs;
	readonly rate: number;
	readonly hit: boolean;
	readonly excess: number;
}

/** Number of measured episodes and hits of a ticker at one horizon, and the sum of its winsorised excesses. */
export interface TickerHits {
	readonly tickerId: number;
	readonly n: number;
	readonly hits: number;
	readonly sum: number;
}

export interface PartsQuestion {
	/** Of these searches only. */
	readonly taskIds: readonly number[];
	readonly from?: UtcMs | undefined;
	readonly to?: UtcMs | undefined;
	/** Occurrences with any of these sectors lit, as bits of `lit`; 0: all. */
	readonly lit: number;
	/** `excess` is that of the last horizon; unmeasured ones sort last. */
	readonly sortBy: 'time' | 'rate' | 'excess';
	readonly direction: 'asc' | 'desc';
	readonly skip: number;
	readonly max: number;
}

/** One page of occurrences, and their total number. */
export interface PartsPage {
	readonly total: number;
	readonly parts: SearchPart[];
}

/** One committed step of a search. */
export interface SearchAdvance {
	readonly scannedUntil: UtcMs;
	/** Last chain position before the first step of this run. */
	readonly readSeq: number;
	readonly progress: number;
	/** By horizon, complete. */
	readonly tallies: ReadonlyMap<number, Tally>;
	readonly added: readonly NewPart[];
	readonly closed: readonly ClosedPart[];
}
