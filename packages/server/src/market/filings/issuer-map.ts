import type { Knowledge } from '@sw/domain/filings/filing-book';
import type { StoredIssuer } from '@sw/store/postgres/records/filings';

/** Which issuer each ticker belongs to, and since when. */
export interface IssuerMap {
	take(issuers: readonly StoredIssuer[]): void;
	/** The issuer in force at an instant; one that became known later counts before it only in reconstruction, and only where it is the first. */
	of(ticker: number, at: number, knowledge: Knowledge): StoredIssuer | undefined;
	/** Whether the ticker changed its issuer between two instants, `from` exclusive. */
	changed(ticker: number, from: number, at: number): boolean;
	/** The only issuers that tickers ever had, for one pass over all of them. */
	columnsOf(tickers: ArrayLike<number>, indexOf: (cik: number) => number): IssuerColumns;
	/** The issuers of all tickers at an instant. */
	all(at: number): StoredIssuer[];
}

export interface IssuerColumns {
	/** By `indexOf`; NO_ISSUER, or SEVERAL_ISSUERS for a ticker that changed its issuer. */
	readonly index: Int32Array;
	/** Since when it is known. */
	readonly since: Float64Array;
}

export const NO_ISSUER = -1;
export const SEVERAL_ISSUERS = -2;

export function createIssuerMap(): IssuerMap {
	/** By ticker, oldest first. */
	const known = new Map<number, StoredIssuer[]>();
	const of = (ticker: number, at: number, knowledge: Knowledge): StoredIssuer | undefined => {
		const list = known.get(ticker);
		if (!list) return undefined;
		for (let i = list.length - 1; i >= 0; i--) if ((list[i] as StoredIssuer).since <= at) return list[i];
		return knowledge === 'reconstructed' ? list[0] : undefined;
	};
	/** Every slot asks for the same tickers. */
	let kept: { tickers: ArrayLike<number>; columns: IssuerColumns } | undefined;
	return {
		take(issuers) {
			if (issuers.length > 0) kept = undefined;
			for (const issuer of issuers) {
				const list = known.get(issuer.tickerId)?.filter(({ since }) => since !== issuer.since) ?? [];
				known.set(
					issuer.tickerId,
					[...list, issuer].sort((a, b) => a.since - b.since),
				);
			}
		},
		of,
		columnsOf(tickers, indexOf) {
			if (kept?.tickers === tickers) return kept.columns;
			const columns = { index: new Int32Array(tickers.length).fill(NO_ISSUER), since: new Float64Array(tickers.length) };
			for (let i = 0; i < tickers.length; i++) {
				const list = known.get(tickers[i] as number);
				if (!list) continue;
				columns.index[i] = list.length > 1 ? SEVERAL_ISSUERS : indexOf((list[0] as StoredIssuer).cik);
				columns.since[i] = (list[0] as StoredIssuer).since;
			}
			kept = { tickers, columns };
			return columns;
		},
		changed: (ticker, from, at) => {
			const list = known.get(ticker);
			if (!list || list.length < 2) return false;
			return list.some(({ since, cik }, i) => i > 0 && since > from && since <= at && list[i - 1]?.cik !== cik);
		},
		all: (at) => [...known.keys()].flatMap((ticker) => of(ticker, at, 'live') ?? []),
	};
}
