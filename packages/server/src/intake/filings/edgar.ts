import type { IssuerFiling } from '@sw/domain/filings/filing-book';
import { DAY, MINUTE, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { OnInvalidItems } from '../outbound/decode.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { VendorError } from '../outbound/vendor-error.ts';
import {
	type MappedIssuer,
	parseFeed,
	parseHeader,
	parseHistory,
	parseIssuers,
	parseOlderHistory,
	removeDuplicateFilings,
} from './parse.ts';

/** Result of one reading of the feed. */
export interface FeedResult {
	readonly filings: readonly IssuerFiling[];
	/** Start of the reading: filings accepted until then are included. */
	readonly readAt: UtcMs;
	/** Whether `filings` has every filing since the previous reading, or since the requested instant. */
	readonly isComplete: boolean;
	/** Excerpts of entries that could not be parsed. */
	readonly unreadable: readonly string[];
}

/** An issuer's filings over a span of time. */
export interface HistoryResult {
	readonly filings: readonly IssuerFiling[];
	readonly from: UtcMs;
	readonly to: UtcMs;
	readonly sic: number | null;
	readonly industry: string | null;
}

/** Public filings of the SEC. Every method rejects with VendorError. */
export interface FilingSource {
	/** Filings back to the last reading's first page or to `since`, whichever comes first. Without `since`, only the first page. */
	feed(since: UtcMs | undefined): Promise<FeedResult>;
	/** An issuer's information forms accepted since `from`; ambiguous instants (`earliestAt`) of the last days are resolved. */
	history(cik: number, from: UtcMs): Promise<HistoryResult>;
	/** Current issuers by normalized symbol. */
	issuers(): Promise<ReadonlyMap<string, MappedIssuer>>;
}

/** Maximum number of pages per reading. A night of the busiest season has about 30. */
const MAX_PAGES = 80;
/** Extra time to read back, because entries are only roughly ordered by acceptance. */
const OVERLAP_MS = 10 * MINUTE;
/** How long a filing can be missing from its issuer's history after acceptance. */
const HISTORY_LAG_MS = 2 * MINUTE;
/** Age in days up to which ambiguous instants are resolved: older filings don't affect new reports. */
const RESOLVED_DAYS = 10;

export function createEdgar(client: EdgarClient, wall: Pick<WallClock, 'now'>, onInvalidItems?: OnInvalidItems): FilingSource {
	/** Accession numbers on the first page of the last reading. */
	let lastFirstPage: ReadonlySet<string> = new Set();
	const now = (): UtcMs => utcMs(wall.now());

	/** Returns the filing. If its instant is ambiguous and its header can be read, adds a copy with the exact instant from the header. */
	const withExactInstant = async (filing: IssuerFiling): Promise<IssuerFiling[]> => {
		const needsNoHeader = filing.earliestAt === filing.acceptedAt || filing.acceptedAt < now() - RESOLVED_DAYS * DAY;
		if (needsNoHeader) return [filing];
		try {
			const acceptedAt = parseHeader(await client.header(filing.cik, filing.accession));
			return [filing, { ...filing, acceptedAt, earliestAt: acceptedAt, seenAt: now(), source: 'header' }];
		} catch (error) {
			if (!(error instanceof VendorError)) throw error;
			onInvalidItems?.('header', `${error.message} The time of ${filing.accession} stays ambiguous.`);
			return [filing];
		}
	};

	return {
		async feed(since) {
			const readAt = now();
			const filings: IssuerFiling[] = [];
			const unreadable: string[] = [];
			let firstPage: readonly string[] | undefined;
			let isComplete = false;
			for (let page = 0; page < MAX_PAGES && !isComplete; page++) {
				const feedPage = parseFeed(await client.feed(page * FEED_PAGE_SIZE), now());
				firstPage ??= feedPage.accessions;
				filings.push(...feedPage.filings);
				unreadable.push(...feedPage.unreadable);
				const reachesStart = since === undefined || (feedPage.oldest !== undefined && feedPage.oldest < since - OVERLAP_MS);
				isComplete = reachesStart || feedPage.accessions.some((accession) => lastFirstPage.has(accession));
				if (feedPage.accessions.length + feedPage.unreadable.length === 0) break;
			}
			lastFirstPage = new Set(firstPage);
			return { filings: removeDuplicateFilings(filings), readAt, isComplete: isComplete && unreadable.length === 0, unreadable };
		},
		async history(cik, from) {
			const readAt = now();
			const history = parseHistory(await client.history(cik), readAt);
			if (history.cik !== cik)
				throw new VendorError('edgar', 'history', 'shape', `It is of CIK ${history.cik}, not ${cik}.`, { field: 'cik' });
			const candidates = [...history.filings];
			const firstDate = new Date(from).toISOString().slice(0, 10);
			for (const { name, filingTo } of history.older)
				if (filingTo >= firstDate) candidates.push(...parseOlderHistory(await client.olderHistory(name), cik, readAt));
			const filings: IssuerFiling[] = [];
			for (const filing of removeDuplicateFilings(candidates))
				if (filing.acceptedAt >= from) filings.push(...(await withExactInstant(filing)));
			return { filings, from, to: utcMs(readAt - HISTORY_LAG_MS), sic: history.sic, industry: history.industry };
		},
		issuers: async () => parseIssuers(await client.issuers(), onInvalidItems),
	};
}

/** Hosts of EDGAR. */
const EDGAR_URLS = { site: 'https://www.sec.gov', data: 'https://data.sec.gov' };
/** Entries per page of the feed. */
const FEED_PAGE_SIZE = 100;
/** Two requests per second; the SEC allows at most ten, and requires a contact in each. */
export const EDGAR_REQUESTS_PER_MINUTE = 120;

/** EDGAR's responses as text. Every request names the contact; without one EDGAR responds with 403. */
interface EdgarClient {
	/** Current filings of all forms, newest first, from entry number `start` on. */
	feed(start: number): Promise<string>;
	history(cik: number): Promise<string>;
	/** An older part of a history, by the file name in the history. */
	olderHistory(name: string): Promise<string>;
	header(cik: number, accession: string): Promise<string>;
	issuers(): Promise<string>;
}

export function createEdgarClient(outbound: Outbound, contact: string, { site, data } = EDGAR_URLS): EdgarClient {
	const init = { headers: { 'user-agent': `Signalwheel ${contact}`, accept: '*/*' } };
	const get = (call: string, path: string, host: string): Promise<string> => outbound.text(call, new URL(path, host), init);
	return {
		feed: (start) =>
			get('feed', `/cgi-bin/browse-edgar?action=getcurrent&owner=include&count=${FEED_PAGE_SIZE}&start=${start}&output=atom`, site),
		history: (cik) => get('history', `/submissions/CIK${String(cik).padStart(10, '0')}.json`, data),
		olderHistory: (name) => get('history', `/submissions/${name}`, data),
		header: (cik, accession) => get('header', `/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}/${accession}.hdr.sgml`, site),
		issuers: () => get('issuers', '/files/company_tickers_exchange.json', site),
	};
}

/** Returns the URL of a filing's index page at the SEC. */
export function filingUrl({ cik, accession }: { cik: number; accession: string }): string {
	return `https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}/${accession}-index.htm`;
}
