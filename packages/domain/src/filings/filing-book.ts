import type { TickerId, UtcMs } from '../time/units.ts';
import type { Filing } from './filing.ts';

/** Filings that became public (`publicAt`) after `from` and at or before `at`. */
export interface LookBack {
	readonly from: UtcMs;
	readonly at: UtcMs;
}

/**
 * What counts as known at `at`. 'live': only what was seen by then, and coverage that existed by then. 'reconstructed': acceptance and margin decide,
 * and what was read later counts.
 */
export type Knowledge = 'live' | 'reconstructed';

/** Bits of a ticker's coverage over a look-back. Without all of them, no filing means 'unknown', never 'no'. */
export const COVERAGE = {
	/** The ticker belonged to a CIK. */
	mapped: 1,
	/** The source was reachable over the whole look-back, or the issuer's history that was loaded later contains it. */
	reachable: 2,
	/** The issuer's filings since `from` are loaded. */
	loaded: 4,
	/** No filing has two possible instants around `at`. */
	exact: 8,
} as const;

export const FULLY_COVERED = COVERAGE.mapped | COVERAGE.reachable | COVERAGE.loaded | COVERAGE.exact;

/** The information forms (`forms.ts`) of one ticker, newest first, and its coverage. */
export interface InformationInputs {
	readonly filings: readonly Filing[];
	/** Bits of `COVERAGE`. */
	readonly coverage: number;
}

/** The same of many tickers: one value per ticker, in the order asked. */
export interface InformationColumns {
	/** The newest filing: its form (`formCode`), its 8-K items (`itemBits`), and its acceptance in UTC ms; 0 without one. */
	readonly form: Uint8Array;
	readonly items: Uint32Array;
	readonly acceptedAt: Float64Array;
	/** Bits of `COVERAGE`. */
	readonly coverage: Uint8Array;
}

/** Who issues a ticker. */
export interface Issuer {
	readonly cik: number;
	/** As links write it: 'NASDAQ', 'NYSE'; null when unknown. */
	readonly exchange: string | null;
	/** Standard Industrial Classification, and its words; null when unknown. */
	readonly sic: number | null;
	readonly industry: string | null;
}

/** Filings of the market in memory. Only information forms; a filing accepted or, with 'live', seen after `at` changes no answer. */
export interface FilingBook {
	informationInputs(ticker: TickerId, lookBack: LookBack, knowledge: Knowledge): InformationInputs;
	/** One pass over the look-back's filings and one over the tickers' columns; cheapest when it is asked for the same array again. */
	informationColumns(tickers: ArrayLike<number>, lookBack: LookBack, knowledge: Knowledge): InformationColumns;
	/** The ticker's issuer as known at `at`; undefined for a ticker without one. */
	issuerOf(ticker: TickerId, at: UtcMs): Issuer | undefined;
}
