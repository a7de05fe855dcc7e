import type { TickerId, UtcMs } from '../time/units.ts';
import type { Tally } from './tally.ts';

/** An occurrence of a search as it is kept: one row for each episode. Arrays have one entry for each horizon of the question. */
export interface SearchPart {
	readonly id: number;
	readonly taskId: number;
	readonly tickerId: TickerId;
	/** The report's time. */
	readonly time: UtcMs;
	/** Start of the slot in which it is entered. */
	readonly entry: UtcMs;
	/** Packed words of the three rated slots: their bits, signed. */
	readonly words: number[];
	/** Bit k: sector k is lit in a rated slot. */
	readonly lit: number;
	readonly rate: number;
	/** Tier of capitalisation, 6 when unknown. */
	readonly tier: number;
	readonly reconstructed: boolean;
	/** Horizons that are not closed yet; those that cannot be measured count as closed. */
	readonly pending: number;
	readonly hits: boolean[];
	/** NaN where not closed or not measurable. */
	readonly excess: number[];
	readonly base: number[];
}
export type NewPart = Omit<SearchPart, 'id' | 'taskId'>;
export type ClosedPart = Pick<SearchPart, 'id' | 'tier' | 'pending' | 'hits' | 'excess' | 'base'>;

/** A measured episode at one horizon: what walk-forward evidence is made of. */
export interface MeasuredPart {
	readonly time: UtcMs;
	readonly rate: number;
	readonly hit: boolean;
	readonly excess: number;
}

/** Measured episodes and hits of a ticker at one horizon, and the sum of its excesses, each winsorised. */
export interface TickerHits {
	readonly tickerId: number;
	readonly n: number;
	readonly hits: number;
	readonly sum: number;
}

export interface PartsQuestion {
	/** Of these searches alone. */
	readonly taskIds: readonly number[];
	readonly from?: UtcMs | undefined;
	readonly to?: UtcMs | undefined;
	/** Parts with any of these sectors lit, as bits of `lit`; 0: all. */
	readonly lit: number;
	/** `excess` is that of the last horizon; unmeasured ones stand last. */
	readonly sortBy: 'time' | 'rate' | 'excess';
	readonly direction: 'asc' | 'desc';
	readonly skip: number;
	readonly max: number;
}

/** One page of parts, and how many there are. */
export interface PartsPage {
	readonly total: number;
	readonly parts: SearchPart[];
}

/** One step of a search, as it is committed. */
export interface SearchAdvance {
	readonly scannedUntil: UtcMs;
	/** Last place in the chain before the first step of this reading. */
	readonly readSeq: number;
	readonly progress: number;
	/** By horizon, whole. */
	readonly tallies: ReadonlyMap<number, Tally>;
	readonly added: readonly NewPart[];
	readonly closed: readonly ClosedPart[];
}
