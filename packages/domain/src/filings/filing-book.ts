import { MINUTE, type TickerId, type UtcMs } from '../time/units.ts';

/** Selects filings that became public (`publicAt`) after `from`, and at or before `at`. */
export interface LookBack {
	readonly from: UtcMs;
	readonly at: UtcMs;
}

/**
 * Which filings count as known at an instant. 'live': filings read up to the instant, with the coverage at that time. 'reconstructed': all filings public at
 * the instant (`publicAt`), even if they were read later.
 */
export type Knowledge = 'live' | 'reconstructed';

/** Bits of a ticker's coverage over a look-back. Unless all are set, the absence of filings means 'unknown', not 'no'. */
export const COVERAGE = {
	/** The ticker was assigned to an issuer (CIK). */
	mapped: 1,
	/** The source was reachable during the whole look-back, or an issuer history loaded later covers the look-back. */
	reachable: 2,
	/** The issuer's filings since `from` are loaded. */
	loaded: 4,
	/** No filing has two possible acceptance instants, one on each side of `at`. */
	exact: 8,
} as const;

export const FULLY_COVERED = COVERAGE.mapped | COVERAGE.reachable | COVERAGE.loaded | COVERAGE.exact;

/** One ticker's information over a look-back. */
export interface InformationInputs {
	/** Filings of information forms (`forms.ts`), newest first. */
	readonly filings: readonly Filing[];
	/** Bits of `COVERAGE`. */
	readonly coverage: number;
}

/** The newest filing of many tickers over a look-back: one element per requested ticker. */
export interface InformationColumns {
	/** See `formCode`; 0: no filing. */
	readonly form: Uint8Array;
	/** 8-K items, see `itemBits`. */
	readonly items: Uint32Array;
	/** UTC milliseconds; 0: no filing. */
	readonly acceptedAt: Float64Array;
	/** Bits of `COVERAGE`. */
	readonly coverage: Uint8Array;
}

export interface Issuer {
	readonly cik: number;
	/** As spelled in links: 'NASDAQ', 'NYSE'; null when unknown. */
	readonly exchange: string | null;
	/** Standard Industrial Classification code, and its description in `industry`; null when unknown. */
	readonly sic: number | null;
	readonly industry: string | null;
}

/** Filings of information forms, in memory. Results never depend on filings accepted after `at` or, with 'live', read after `at`. */
export interface FilingBook {
	informationInputs(ticker: TickerId, lookBack: LookBack, knowledge: Knowledge): InformationInputs;
	/** Reads each filing of the look-back and each ticker once. Fastest if `tickers` is the same array as in the previous call. */
	informationColumns(tickers: ArrayLike<number>, lookBack: LookBack, knowledge: Knowledge): InformationColumns;
	/** Returns the ticker's issuer as known at `at`; undefined for a ticker without an issuer. */
	issuerOf(ticker: TickerId, at: UtcMs): Issuer | undefined;
}

/**
 * Origin of the acceptance instant. The feed states its UTC offset, and the filing's header is in New York time. Instants in a company's JSON history end in
 * Z, but for some filers they are New York time. Such an instant is exact only if one of the two interpretations is impossible.
 */
export const FILING_SOURCES = ['feed', 'header', 'json'] as const;

type FilingSource = (typeof FILING_SOURCES)[number];

export interface IssuerFiling {
	/** Accession number such as '0000320193-26-000123', unique at EDGAR. A joint filing of several issuers has only one. */
	readonly accession: string;
	readonly cik: number;
	/** As filed: '8-K', '8-K/A', 'SC 13D/A'. */
	readonly form: string;
	/** Items of an 8-K in the order filed: '2.02', '9.01'. Empty for other forms. */
	readonly items: readonly string[];
	/** When EDGAR accepted the filing, UTC. If two interpretations are possible, the later one. */
	readonly acceptedAt: UtcMs;
	/** The earlier interpretation. Differs from `acceptedAt` only if the source is 'json' and both are possible. */
	readonly earliestAt: UtcMs;
	/** When this installation first read the filing, UTC. */
	readonly seenAt: UtcMs;
	readonly source: FilingSource;
}

/** An issuer's filing, for one of the issuer's tickers: each share class has a ticker of its own. */
export interface Filing extends IssuerFiling {
	readonly tickerId: TickerId;
	/** https address of the filing's index page; null in a simulated market. */
	readonly link: string | null;
}

/** How long after acceptance a filing counts as public: EDGAR publishes within minutes. */
export const PUBLICATION_DELAY_MS = 5 * MINUTE;

/** Returns when a filing accepted at `acceptedAt` counts as public. */
export function publicAt(acceptedAt: number): UtcMs {
	return (acceptedAt + PUBLICATION_DELAY_MS) as UtcMs;
}
