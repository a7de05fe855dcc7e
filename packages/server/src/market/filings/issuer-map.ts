import type { Knowledge } from '@sw/domain/filings/filing-book';
import type { StoredIssuer } from '@sw/store/postgres/records/filings';

/** Which issuer each ticker belongs to, and since when. */
export interface IssuerMap {
	take(issuers: readonly StoredIssuer[]): void;
	/** The issuer in force at an instant; one that became known later counts before it only in reconstruction, and only where it is the first. */
	of(ticker: number, at: number, knowledge: Knowledge): StoredIssuer | undefined;
	/** Whether the ticker changed its issuer between two instants, `from` exclusive. */
	changed(ticker: number, from: number, at: number): boolean;
	/** The issuers of all tickers at an instant. */
	all(at: number): StoredIssuer[];
}

export function createIssuerMap(): IssuerMap {
	/** By ticker, oldest first. */
	const known = new Map<number, StoredIssuer[]>();
	const of = (ticker: number, at: number, knowledge: Knowledge): StoredIssuer | undefined => {
		const list = known.get(ticker);
		if (!list) return undefined;
		for (let i = list.length - 1; i >= 0; i--) if ((list[i] as StoredIssuer).since <= at) return list[i];
		return knowledge === 'reconstructed' ? list[0] : undefined;
	};
	return {
		take(issuers) {
			for (const issuer of issuers) {
				const list = known.get(issuer.tickerId)?.filter(({ since }) => since !== issuer.since) ?? [];
				known.set(
					issuer.tickerId,
					[...list, issuer].sort((a, b) => a.since - b.since),
				);
			}
		},
		of,
		changed: (ticker, from, at) => {
			const list = known.get(ticker);
			if (!list || list.length < 2) return false;
			return list.some(({ since, cik }, i) => i > 0 && since > from && since <= at && list[i - 1]?.cik !== cik);
		},
		all: (at) => [...known.keys()].flatMap((ticker) => of(ticker, at, 'live') ?? []),
	};
}
