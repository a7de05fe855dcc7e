import type { IssuerFiling } from '@sw/domain/filings/filing-book';
import { DAY, MINUTE, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { OnOddity } from '../outbound/decode.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { VendorError } from '../outbound/vendor-error.ts';
import { distinct, type MappedIssuer, parseFeed, parseHeader, parseHistory, parseIssuers, parseOlder } from './parse.ts';

/** A reading of the feed. */
export interface FeedReading {
	readonly filings: readonly IssuerFiling[];
	/** When it began: what was accepted until then is in it. */
	readonly readAt: UtcMs;
	/** Whether it has everything since the reading before, or since the given instant. */
	readonly isComplete: boolean;
	/** Entries that couldn't be read, shortened. */
	readonly unreadable: readonly string[];
}

/** An issuer's filings over a span. */
export interface HistoryReading {
	readonly filings: readonly IssuerFiling[];
	readonly from: UtcMs;
	readonly to: UtcMs;
	readonly sic: number | null;
	readonly industry: string | null;
}

/** Public filings of the SEC. Every method rejects with VendorError. */
export interface FilingSource {
	/** Filings since the last reading; the first one reads back to `since`, or a page where that is undefined. */
	feed(since: UtcMs | undefined): Promise<FeedReading>;
	/** An issuer's information forms accepted since `from`, with exact instants where they are of the last days. */
	history(cik: number, from: UtcMs): Promise<HistoryReading>;
	/** Current issuers by normal symbol. */
	issuers(): Promise<ReadonlyMap<string, MappedIssuer>>;
}

/** A night of the busiest season has about 30 pages. */
const MOST_PAGES = 80;
/** Entries of one minute come in any order. */
const OVERLAP = 10 * MINUTE;
/** A history lags behind the feed. */
const HISTORY_LAG = 2 * MINUTE;
/** Only filings of the look-back decide about the present. */
const RESOLVED_DAYS = 10;

export function createEdgar(client: EdgarClient, wall: Pick<WallClock, 'now'>, onOddity?: OnOddity): FilingSource {
	/** Accession numbers of the last complete reading's first page. */
	let known: ReadonlySet<string> = new Set();
	const now = (): UtcMs => utcMs(wall.now());

	/** An ambiguous instant by the filing's header; unchanged where that can't be read, so that it stays ambiguous. */
	const resolved = async (filing: IssuerFiling): Promise<IssuerFiling[]> => {
		const isDecided = filing.earliestAt === filing.acceptedAt || filing.acceptedAt < now() - RESOLVED_DAYS * DAY;
		if (isDecided) return [filing];
		try {
			const acceptedAt = parseHeader(await client.header(filing.cik, filing.accession));
			return [filing, { ...filing, acceptedAt, earliestAt: acceptedAt, seenAt: now(), source: 'header' }];
		} catch (error) {
			if (!(error instanceof VendorError)) throw error;
			onOddity?.('header', `${error.message} The time of ${filing.accession} stays ambiguous.`);
			return [filing];
		}
	};

	return {
		async feed(since) {
			const readAt = now();
			const filings: IssuerFiling[] = [];
			const unreadable: string[] = [];
			let first: readonly string[] | undefined;
			let isComplete = false;
			for (let page = 0; page < MOST_PAGES && !isComplete; page++) {
				const read = parseFeed(await client.feed(page * FEED_PAGE), now());
				first ??= read.accessions;
				filings.push(...read.filings);
				unreadable.push(...read.unreadable);
				const isReached = since === undefined || (read.oldest !== undefined && read.oldest < since - OVERLAP);
				isComplete = isReached || read.accessions.some((accession) => known.has(accession));
				if (read.accessions.length + read.unreadable.length === 0) break;
			}
			known = new Set(first);
			return { filings: distinct(filings), readAt, isComplete: isComplete && unreadable.length === 0, unreadable };
		},
		async history(cik, from) {
			const readAt = now();
			const history = parseHistory(await client.history(cik), readAt);
			if (history.cik !== cik)
				throw new VendorError('edgar', 'history', 'shape', `It is of CIK ${history.cik}, not ${cik}.`, { field: 'cik' });
			const found = [...history.filings];
			const first = new Date(from).toISOString().slice(0, 10);
			for (const { name, filingTo } of history.older)
				if (filingTo >= first) found.push(...parseOlder(await client.older(name), cik, readAt));
			const filings: IssuerFiling[] = [];
			for (const filing of distinct(found)) if (filing.acceptedAt >= from) filings.push(...(await resolved(filing)));
			return { filings, from, to: utcMs(readAt - HISTORY_LAG), sic: history.sic, industry: history.industry };
		},
		issuers: async () => parseIssuers(await client.issuers(), onOddity),
	};
}

/** Hosts of EDGAR. */
const EDGAR_ADDRESSES = { site: 'https://www.sec.gov', data: 'https://data.sec.gov' };
/** Entries of a page of the feed. */
const FEED_PAGE = 100;
/** Two a second; the SEC asks for at most ten, and for a contact in each. */
export const EDGAR_PER_MINUTE = 120;

/** EDGAR's answers as text. Every request names the contact; without one it answers 403. */
interface EdgarClient {
	/** Current filings of all forms, newest first, from the given place on. */
	feed(start: number): Promise<string>;
	history(cik: number): Promise<string>;
	/** An older part of a history, by the name that the history states. */
	older(name: string): Promise<string>;
	header(cik: number, accession: string): Promise<string>;
	issuers(): Promise<string>;
}

export function createEdgarClient(outbound: Outbound, contact: string, { site, data } = EDGAR_ADDRESSES): EdgarClient {
	const init = { headers: { 'user-agent': `Signalwheel ${contact}`, accept: '*/*' } };
	const get = (call: string, path: string, host: string): Promise<string> => outbound.text(call, new URL(path, host), init);
	return {
		feed: (start) =>
			get('feed', `/cgi-bin/browse-edgar?action=getcurrent&owner=include&count=${FEED_PAGE}&start=${start}&output=atom`, site),
		history: (cik) => get('history', `/submissions/CIK${String(cik).padStart(10, '0')}.json`, data),
		older: (name) => get('history', `/submissions/${name}`, data),
		header: (cik, accession) => get('header', `/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}/${accession}.hdr.sgml`, site),
		issuers: () => get('issuers', '/files/company_tickers_exchange.json', site),
	};
}

/** The index page of a filing at the SEC. */
export function filingPage({ cik, accession }: { cik: number; accession: string }): string {
	return `https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}/${accession}-index.htm`;
}
