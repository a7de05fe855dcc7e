import type { Outbound } from '../outbound/outbound.ts';

/** Hosts of EDGAR. */
export const EDGAR_ADDRESSES = { site: 'https://www.sec.gov', data: 'https://data.sec.gov' };
/** Entries of a page of the feed. */
export const FEED_PAGE = 100;
/** Two a second; the SEC asks for at most ten, and for a contact in each. */
export const EDGAR_PER_MINUTE = 120;

/** EDGAR's answers as text. Every request names the contact; without one it answers 403. */
export interface EdgarClient {
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
