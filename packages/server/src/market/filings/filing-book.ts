import {
	COVERAGE,
	type Filing,
	type FilingBook,
	FULLY_COVERED,
	type IssuerFiling,
	type Knowledge,
	type LookBack,
	PUBLICATION_DELAY_MS,
} from '@sw/domain/filings/filing-book';
import { DAY, HOUR, MINUTE, type TickerId } from '@sw/domain/time/units';
import { ALL_ISSUERS, type ChangedFilings, type StoredFiling, type StoredIssuer } from '@sw/store/postgres/records/filings';
import { createCoverageSpans } from './coverage-spans.ts';
import { createFilingColumns } from './filing-columns.ts';

/** The issuers of tickers over time. */
interface IssuerMap {
	add(issuers: readonly StoredIssuer[]): void;
	/** The issuer at an instant. Before the first issuer became known: the first issuer in reconstruction, undefined live. */
	issuerAt(ticker: number, at: number, knowledge: Knowledge): StoredIssuer | undefined;
	/** Whether the ticker changed its issuer in (from, at]. */
	hasChanged(ticker: number, from: number, at: number): boolean;
	/** Issuers of tickers in columns, for fast passes over all tickers. */
	columnsOf(tickers: ArrayLike<number>, indexOf: (cik: number) => number): IssuerColumns;
	/** The issuers of all tickers at an instant. */
	listAt(at: number): StoredIssuer[];
}

interface IssuerColumns {
	/** Issuer index by ticker row; NO_ISSUER, or SEVERAL_ISSUERS if it changed. */
	readonly index: Int32Array;
	/** When the issuer became known. */
	readonly since: Float64Array;
}

const NO_ISSUER = -1;

const SEVERAL_ISSUERS = -2;

/** The filing book with the operations that fill it. */
export interface OpenFilingBook extends FilingBook {
	/** Adds stored rows. */
	add(rows: Pick<ChangedFilings, 'filings' | 'spans' | 'issuers'>): void;
	/** The issuers of all tickers at an instant. */
	issuersAt: IssuerMap['listAt'];
	/** Issuers whose filings of the last days aren't all stored. `from`: end of their stored history; undefined if none is stored. */
	findDueHistories(at: number): { readonly tickerId: TickerId; readonly cik: number; readonly from: number | undefined }[];
	/** Number of filings, and the bytes of their columns. */
	count(): number;
	bytes(): number;
}

const NO_FILING = -1;
/** Largest difference between the two possible meanings of an ambiguous instant: the offset of New York. */
const MAX_INSTANT_DIFFERENCE = 5 * HOUR;
/** Calendar days that include five sessions, even around holidays. */
const LOOK_BACK_DAYS = 12;
/** Minimum age of a gap before it is filled. */
const FILL_DELAY = 3 * MINUTE;

/** `linkOf` returns the URL of a filing; null if it has none. */
export function createFilingBook(linkOf: (filing: IssuerFiling) => string | null): OpenFilingBook {
	const columns = createFilingColumns();
	const spans = createCoverageSpans(columns.issuerIndex);
	const issuers = createIssuerMap();

	/** Creates a test for whether a row was known at `at`. The caller must exclude rows accepted later. */
	const createKnownTest = (at: number, knowledge: Knowledge): ((row: number) => boolean) => {
		const { seenAt, replacedAt } = columns;
		return knowledge === 'live'
			? (row) => seenAt[row]! <= at && replacedAt[row]! > at
			: (row) => replacedAt[row] === Number.POSITIVE_INFINITY;
	};
	/** Visits the rows in the look-back, oldest first. */
	const visitRows = ({ from, at }: LookBack, knowledge: Knowledge, visit: (row: number) => void): void => {
		const { order } = columns;
		const isKnown = createKnownTest(at, knowledge);
		const end = columns.firstAfter(at - PUBLICATION_DELAY_MS);
		for (let position = columns.firstAfter(from - PUBLICATION_DELAY_MS); position < end; position++) {
			const row = order[position]!;
			if (isKnown(row)) visit(row);
		}
	};
	/** Visits the rows that were public at `at` only if the earlier of their two possible instants is right. */
	const visitAmbiguous = ({ from, at }: LookBack, knowledge: Knowledge, visit: (row: number) => void): void => {
		const { order, earliestAt } = columns;
		const isKnown = createKnownTest(at, knowledge);
		const end = columns.firstAfter(at - PUBLICATION_DELAY_MS + MAX_INSTANT_DIFFERENCE);
		for (let position = columns.firstAfter(at - PUBLICATION_DELAY_MS); position < end; position++) {
			const row = order[position]!;
			const earliest = earliestAt[row]! + PUBLICATION_DELAY_MS;
			if (earliest > from && earliest <= at && isKnown(row)) visit(row);
		}
	};
	/** Computes the coverage bits of a ticker that always had this issuer. `coverageStart`: start of the coverage that lasts to the end of the look-back. */
	const computeCoverageBits = (
		index: number,
		since: number,
		{ from, at }: LookBack,
		knowledge: Knowledge,
		coverageStart: number,
	): number => {
		const first = from - PUBLICATION_DELAY_MS;
		if (coverageStart <= first) return FULLY_COVERED;
		const { mapped, reachable, loaded, exact } = COVERAGE;
		if (since <= first || spans.isLoaded(index, at, knowledge)) return mapped | loaded | exact;
		return coverageStart === Number.POSITIVE_INFINITY ? mapped | exact : mapped | reachable | exact;
	};
	/** Computes the coverage bits of a ticker whose issuer can have changed: a successor's filings don't include those of its predecessor. */
	const computeTickerCoverageBits = (
		ticker: number,
		issuer: StoredIssuer,
		lookBack: LookBack,
		knowledge: Knowledge,
		coverageStart: number,
	): number => {
		const bits = computeCoverageBits(columns.issuerIndex(issuer.cik), issuer.since, lookBack, knowledge, coverageStart);
		return issuers.hasChanged(ticker, lookBack.from - PUBLICATION_DELAY_MS, lookBack.at) ? bits & ~COVERAGE.mapped : bits;
	};
	const createCoverageLookup = ({ at }: LookBack, knowledge: Knowledge) =>
		spans.createCoverageLookup(at - PUBLICATION_DELAY_MS, at, knowledge);
	const filingAt = (row: number, ticker: TickerId): Filing => {
		const { form, items, source, cik, acceptedAt, earliestAt, seenAt } = columns.at(row);
		// Computed on access: a report reads thousands of forms but no links.
		return {
			tickerId: ticker,
			cik,
			form,
			items,
			acceptedAt,
			earliestAt,
			seenAt,
			source,
			get accession() {
				return columns.at(row).accession;
			},
			get link() {
				return linkOf(columns.at(row));
			},
		};
	};

	return {
		informationInputs(ticker, lookBack, knowledge) {
			const issuer = issuers.issuerAt(ticker, lookBack.at, knowledge);
			if (!issuer) return { filings: [], coverage: COVERAGE.exact };
			const index = columns.issuerIndex(issuer.cik);
			const filings: Filing[] = [];
			let coverage = computeTickerCoverageBits(
				ticker,
				issuer,
				lookBack,
				knowledge,
				createCoverageLookup(lookBack, knowledge)(index, issuer.since),
			);
			visitRows(lookBack, knowledge, (row) => columns.issuer[row] === index && filings.unshift(filingAt(row, ticker)));
			visitAmbiguous(lookBack, knowledge, (row) => {
				if (columns.issuer[row] === index) coverage &= FULLY_COVERED ^ COVERAGE.exact;
			});
			return { filings, coverage };
		},
		informationColumns(tickers, lookBack, knowledge) {
			const rows = tickers.length;
			const [form, coverage] = [new Uint8Array(rows), new Uint8Array(rows)];
			const [items, acceptedAt] = [new Uint32Array(rows), new Float64Array(rows)];
			const { index: indices, since } = issuers.columnsOf(tickers, columns.issuerIndex);
			const newest = new Int32Array(columns.issuerCount()).fill(NO_FILING);
			const { issuer: issuerOfRow, wordForms, wordItems, words, acceptedAt: acceptedAtRow } = columns;
			visitRows(lookBack, knowledge, (row) => {
				newest[issuerOfRow[row]!] = row;
			});
			const inexact = new Uint8Array(columns.issuerCount());
			visitAmbiguous(lookBack, knowledge, (row) => {
				inexact[issuerOfRow[row]!] = COVERAGE.exact;
			});
			const coverageStartOf = createCoverageLookup(lookBack, knowledge);
			const mappedUntil = knowledge === 'live' ? lookBack.at : Number.POSITIVE_INFINITY;
			for (let i = 0; i < rows; i++) {
				let index = indices[i]!;
				const ticker = tickers[i]!;
				const from = since[i]!;
				if (index >= 0 && from <= mappedUntil)
					coverage[i] = computeCoverageBits(index, from, lookBack, knowledge, coverageStartOf(index, from));
				else {
					const issuer = index === SEVERAL_ISSUERS ? issuers.issuerAt(ticker, lookBack.at, knowledge) : undefined;
					index = issuer ? columns.issuerIndex(issuer.cik) : NO_ISSUER;
					coverage[i] = issuer
						? computeTickerCoverageBits(ticker, issuer, lookBack, knowledge, coverageStartOf(index, issuer.since))
						: COVERAGE.exact;
				}
				const row = index === NO_ISSUER ? NO_FILING : (newest[index] ?? NO_FILING);
				if (index !== NO_ISSUER) coverage[i] = coverage[i]! & ~inexact[index]!;
				if (row === NO_FILING) continue;
				const word = words[row]!;
				form[i] = wordForms[word]!;
				items[i] = wordItems[word]!;
				acceptedAt[i] = acceptedAtRow[row]!;
			}
			return { form, items, acceptedAt, coverage };
		},
		issuerOf: (ticker, at) => {
			const issuer = issuers.issuerAt(ticker, at, 'live');
			return issuer && { cik: issuer.cik, exchange: issuer.exchange ?? null, sic: issuer.sic ?? null, industry: issuer.industry ?? null };
		},
		add(rows) {
			for (const filing of rows.filings) columns.add(toIssuerFiling(filing));
			spans.add(rows.spans);
			issuers.add(rows.issuers);
		},
		issuersAt: issuers.listAt,
		findDueHistories: (at) => {
			const feedEnd = spans.end(ALL_ISSUERS) ?? at;
			const dueByCik = new Map<number, { tickerId: TickerId; cik: number; from: number | undefined }>();
			for (const { tickerId, cik, since } of issuers.listAt(at)) {
				if (dueByCik.has(cik)) continue;
				const from = spans.end(cik);
				const coverageStart = from === undefined ? since : (spans.coveredFrom(cik, feedEnd, since, at, 'reconstructed') ?? at);
				// A history loaded immediately would end before the feed begins, so wait a little.
				const isMissing = from === undefined || coverageStart > at - LOOK_BACK_DAYS * DAY;
				if (isMissing && coverageStart <= at - FILL_DELAY) dueByCik.set(cik, { tickerId, cik, from });
			}
			return [...dueByCik.values()];
		},
		count: () => columns.count,
		bytes: columns.bytes,
	};
}

function toIssuerFiling({ items, ...filing }: StoredFiling): IssuerFiling {
	return { ...filing, items: items === '' ? [] : items.split(',') };
}

function createIssuerMap(): IssuerMap {
	/** By ticker, oldest first. */
	const issuersByTicker = new Map<number, StoredIssuer[]>();
	const issuerAt = (ticker: number, at: number, knowledge: Knowledge): StoredIssuer | undefined => {
		const list = issuersByTicker.get(ticker);
		if (!list) return undefined;
		for (let i = list.length - 1; i >= 0; i--) if ((list[i] as StoredIssuer).since <= at) return list[i];
		return knowledge === 'reconstructed' ? list[0] : undefined;
	};
	/** Cached, because every slot requests the same tickers. */
	let cached: { tickers: ArrayLike<number>; columns: IssuerColumns } | undefined;
	return {
		add(issuers) {
			if (issuers.length > 0) cached = undefined;
			for (const issuer of issuers) {
				const list = issuersByTicker.get(issuer.tickerId)?.filter(({ since }) => since !== issuer.since) ?? [];
				issuersByTicker.set(
					issuer.tickerId,
					[...list, issuer].sort((a, b) => a.since - b.since),
				);
			}
		},
		issuerAt,
		columnsOf(tickers, indexOf) {
			if (cached?.tickers === tickers) return cached.columns;
			const columns = { index: new Int32Array(tickers.length).fill(NO_ISSUER), since: new Float64Array(tickers.length) };
			for (let i = 0; i < tickers.length; i++) {
				const list = issuersByTicker.get(tickers[i]!);
				if (!list) continue;
				columns.index[i] = list.length > 1 ? SEVERAL_ISSUERS : indexOf((list[0] as StoredIssuer).cik);
				columns.since[i] = (list[0] as StoredIssuer).since;
			}
			cached = { tickers, columns };
			return columns;
		},
		hasChanged: (ticker, from, at) => {
			const list = issuersByTicker.get(ticker);
			if (!list || list.length < 2) return false;
			return list.some(({ since, cik }, i) => i > 0 && since > from && since <= at && list[i - 1]?.cik !== cik);
		},
		listAt: (at) => [...issuersByTicker.keys()].flatMap((ticker) => issuerAt(ticker, at, 'live') ?? []),
	};
}
