import { MINUTE, type TickerId, type UtcMs } from '../time/units.ts';

/**
 * Where the acceptance instant comes from. The feed states its UTC offset and the filing's header is in New York time. A company's JSON history ends
 * in Z, but some filers' instants are New York time: it is exact only where one of the two readings is impossible.
 */
export const FILING_SOURCES = ['feed', 'header', 'json'] as const;

export type FilingSource = (typeof FILING_SOURCES)[number];

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
