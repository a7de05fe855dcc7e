import { type Filing, type IssuerFiling, PUBLIC_MARGIN } from '@sw/domain/filings/filing';
import { COVERAGE, type FilingBook, FULLY_COVERED, type Knowledge, type LookBack } from '@sw/domain/filings/filing-book';
import { DAY, HOUR, MINUTE, type TickerId } from '@sw/domain/time/units';
import { ALL_ISSUERS, type ChangedFilings, type StoredFiling, type StoredIssuer } from '@sw/store/postgres/records/filings';
import { createCoverageSpans } from './coverage-spans.ts';
import { createFilingColumns } from './filing-columns.ts';
import { createIssuerMap, type IssuerMap, NO_ISSUER, SEVERAL_ISSUERS } from './issuer-map.ts';

/** The book, and how it is filled. */
export interface OpenFilingBook extends FilingBook {
	/** Adds what has been stored. */
	take(rows: Pick<ChangedFilings, 'filings' | 'spans' | 'issuers'>): void;
	/** The issuers at an instant. */
	issuersAt: IssuerMap['all'];
	/** Issuers whose filings of the last days aren't all stored, and from when on their own history is missing; undefined: all of it. */
	historiesDue(at: number): { readonly tickerId: TickerId; readonly cik: number; readonly from: number | undefined }[];
	/** Filings in the book, and the bytes of their columns. */
	count(): number;
	bytes(): number;
}

/** Two readings of one instant are at most this far apart. */
const READINGS_APART = 5 * HOUR;
/** More than five sessions around holidays. */
const LOOK_BACK_DAYS = 12;
/** How long after its beginning a gap is filled. */
const SETTLED = 3 * MINUTE;

/** `linkOf`: the page of a filing; null where there is none. */
export function createFilingBook(linkOf: (filing: IssuerFiling) => string | null): OpenFilingBook {
	const columns = createFilingColumns();
	const spans = createCoverageSpans();
	const issuers = createIssuerMap();

	/** Whether a row counts by what was known at `at`; rows accepted too late are left out by the caller. */
	const isKnown = (row: number, at: number, knowledge: Knowledge): boolean =>
		knowledge === 'live'
			? (columns.seenAt[row] as number) <= at && (columns.replacedAt[row] as number) > at
			: columns.replacedAt[row] === Number.POSITIVE_INFINITY;
	/** Rows in the look-back, oldest first. */
	const each = ({ from, at }: LookBack, knowledge: Knowledge, visit: (row: number) => void): void => {
		const end = columns.after(at - PUBLIC_MARGIN);
		for (let place = columns.after(from - PUBLIC_MARGIN); place < end; place++) {
			const row = columns.order[place] as number;
			if (isKnown(row, at, knowledge)) visit(row);
		}
	};
	/** Rows that were public at `at` by one reading only. */
	const eachAmbiguous = ({ from, at }: LookBack, knowledge: Knowledge, visit: (row: number) => void): void => {
		const end = columns.after(at - PUBLIC_MARGIN + READINGS_APART);
		for (let place = columns.after(at - PUBLIC_MARGIN); place < end; place++) {
			const row = columns.order[place] as number;
			const earliest = (columns.earliestAt[row] as number) + PUBLIC_MARGIN;
			if (earliest > from && earliest <= at && isKnown(row, at, knowledge)) visit(row);
		}
	};
	const bitsOf = (ticker: number, issuer: StoredIssuer, { from, at }: LookBack, knowledge: Knowledge, followedFrom: number): number => {
		const first = from - PUBLIC_MARGIN;
		const { mapped, reachable, loaded, exact } = COVERAGE;
		// A successor's filings don't include those of the company before it.
		const known = issuers.changed(ticker, first, at) ? exact : mapped | exact;
		if (followedFrom <= first && issuer.since <= first) return known | reachable | loaded;
		const reached = spans.reach(issuer.cik, at - PUBLIC_MARGIN, issuer.since, at, knowledge);
		if (reached !== undefined && reached <= first) return known | reachable | loaded;
		const isLoaded = issuer.since <= first || spans.isLoaded(issuer.cik, at, knowledge);
		return known | (isLoaded ? loaded : reached === undefined ? 0 : reachable);
	};
	const followed = ({ at }: LookBack, knowledge: Knowledge): number =>
		spans.reach(ALL_ISSUERS, at - PUBLIC_MARGIN, Number.NEGATIVE_INFINITY, at, knowledge) ?? Number.POSITIVE_INFINITY;
	const filingAt = (row: number, ticker: TickerId): Filing => {
		const { form, items, source, cik, acceptedAt, earliestAt, seenAt } = columns.at(row);
		// A report reads thousands of forms and no address.
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
			const issuer = issuers.of(ticker, lookBack.at, knowledge);
			if (!issuer) return { filings: [], coverage: COVERAGE.exact };
			const index = columns.issuerIndex(issuer.cik);
			const filings: Filing[] = [];
			let coverage = bitsOf(ticker, issuer, lookBack, knowledge, followed(lookBack, knowledge));
			each(lookBack, knowledge, (row) => columns.issuer[row] === index && filings.unshift(filingAt(row, ticker)));
			eachAmbiguous(lookBack, knowledge, (row) => {
				if (columns.issuer[row] === index) coverage &= FULLY_COVERED ^ COVERAGE.exact;
			});
			return { filings, coverage };
		},
		informationColumns(tickers, lookBack, knowledge) {
			const rows = tickers.length;
			const [count, newest, coverage] = [new Uint16Array(rows), new Int32Array(rows).fill(-1), new Uint8Array(rows)];
			const { index: indices, since } = issuers.columnsOf(tickers, columns.issuerIndex);
			const [counts, last] = [new Uint16Array(columns.issuers()), new Int32Array(columns.issuers()).fill(-1)];
			const inexact = new Uint8Array(columns.issuers());
			each(lookBack, knowledge, (row) => {
				const issuer = columns.issuer[row] as number;
				counts[issuer] = (counts[issuer] as number) + 1;
				last[issuer] = row;
			});
			eachAmbiguous(lookBack, knowledge, (row) => {
				inexact[columns.issuer[row] as number] = COVERAGE.exact;
			});
			const followedFrom = followed(lookBack, knowledge);
			const first = lookBack.from - PUBLIC_MARGIN;
			for (let i = 0; i < rows; i++) {
				let index = indices[i] as number;
				if (index !== NO_ISSUER && index !== SEVERAL_ISSUERS && followedFrom <= first && (since[i] as number) <= first)
					coverage[i] = FULLY_COVERED;
				else {
					const ticker = tickers[i] as number;
					const issuer = issuers.of(ticker, lookBack.at, knowledge);
					coverage[i] = issuer ? bitsOf(ticker, issuer, lookBack, knowledge, followedFrom) : COVERAGE.exact;
					index = issuer ? columns.issuerIndex(issuer.cik) : NO_ISSUER;
				}
				if (index === NO_ISSUER) continue;
				count[i] = counts[index] ?? 0;
				newest[i] = last[index] ?? -1;
				coverage[i] = (coverage[i] as number) & ~(inexact[index] as number);
			}
			return { count, newest, coverage };
		},
		filingAt,
		issuerOf: (ticker, at) => {
			const issuer = issuers.of(ticker, at, 'live');
			return issuer && { cik: issuer.cik, exchange: issuer.exchange ?? null, sic: issuer.sic ?? null, industry: issuer.industry ?? null };
		},
		take(rows) {
			for (const filing of rows.filings) columns.add(filingOf(filing));
			spans.take(rows.spans);
			issuers.take(rows.issuers);
		},
		issuersAt: issuers.all,
		historiesDue: (at) => {
			const followedTo = spans.end(ALL_ISSUERS) ?? at;
			const due = new Map<number, { tickerId: TickerId; cik: number; from: number | undefined }>();
			for (const { tickerId, cik, since } of issuers.all(at)) {
				if (due.has(cik)) continue;
				const from = spans.end(cik);
				const reached = from === undefined ? since : (spans.reach(cik, followedTo, since, at, 'reconstructed') ?? at);
				// A history that is loaded at once would end before the feed begins.
				const isMissing = from === undefined || reached > at - LOOK_BACK_DAYS * DAY;
				if (isMissing && reached <= at - SETTLED) due.set(cik, { tickerId, cik, from });
			}
			return [...due.values()];
		},
		count: () => columns.count,
		bytes: columns.bytes,
	};
}

function filingOf({ items, ...filing }: StoredFiling): IssuerFiling {
	return { ...filing, items: items === '' ? [] : items.split(',') };
}
