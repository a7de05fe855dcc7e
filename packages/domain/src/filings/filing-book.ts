import { MINUTE, type TickerId, type UtcMs } from '../time/units.ts';

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

/**
 * Where the acceptance instant comes from. The feed states its UTC offset and the filing's header is in New York time. A company's JSON history ends
 * in Z, but some filers' instants are New York time: it is exact only where one of the two readings is impossible.
 */
export const FILING_SOURCES = ['feed', 'header', 'json'] as const;

type FilingSource = (typeof FILING_SOURCES)[number];

/** A filing of an issuer. */
export interface IssuerFiling {
	/** '0000320193-26-000123', unique at EDGAR; a filing by several issuers has one for all. */
	readonly accession: string;
	readonly cik: number;
	/** As filed: '8-K', '8-K/A', 'SC 13D/A'. */
	readonly form: string;
	/** Items of an 8-K in the order filed: '2.02', '9.01'. Empty for other forms. */
	readonly items: readonly string[];
	/** When the filing became public, UTC; the later reading where two are possible. */
	readonly acceptedAt: UtcMs;
	/** The earlier reading. Differs from `acceptedAt` only where the source is 'json' and both readings are possible. */
	readonly earliestAt: UtcMs;
	/** When this installation first read it, UTC. */
	readonly seenAt: UtcMs;
	readonly source: FilingSource;
}

/** The same for one of the issuer's tickers: several share classes have one issuer. */
export interface Filing extends IssuerFiling {
	readonly tickerId: TickerId;
	/** The filing's index page, https; null in a simulated market. */
	readonly link: string | null;
}

/** Dissemination follows acceptance within minutes: a filing counts as public this much later. */
export const PUBLIC_MARGIN = 5 * MINUTE;

/** When a filing accepted at this instant counts as public. */
export function publicAt(acceptedAt: number): UtcMs {
	return (acceptedAt + PUBLIC_MARGIN) as UtcMs;
}
