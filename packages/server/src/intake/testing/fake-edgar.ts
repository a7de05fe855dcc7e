import type { UtcMs } from '@sw/domain/time/units';
import { newYorkOffsetMinutes } from '@sw/domain/time/zone';
import type { Answer, VendorRequest } from './fake-vendor.ts';

export interface FakeFiling {
	accession: string;
	cik: number;
	form: string;
	items?: string[];
	acceptedAt: number;
	company?: string;
	/** Default: Filer. */
	role?: string;
}

export interface FakeIssuer {
	cik: number;
	ticker: string;
	exchange?: string | null;
	name?: string;
}

export interface FakeEdgar {
	/** Newest last. */
	filings: FakeFiling[];
	issuers: FakeIssuer[];
	/** Filers whose JSON instants are New York times that end in 'Z'. */
	newYorkTimeFilers: Set<number>;
	/** Number of newest filings in the main part of a history; the others are in an older part. */
	mainPartSize: number;
	sicByCik: Map<number, [code: string, words: string]>;
	/** Responds as EDGAR does: 403 without a contact. */
	respond(request: VendorRequest): Answer;
}

const padToTwoDigits = (n: number): string => String(n).padStart(2, '0');

/** Serves EDGAR's feed, histories, headers and map of issuers in their real formats. */
export function createFakeEdgar(): FakeEdgar {
	const edgar: FakeEdgar = { filings: [], issuers: [], newYorkTimeFilers: new Set(), mainPartSize: 1_000, sicByCik: new Map(), respond };
	function respond({ path, query, headers }: VendorRequest): Answer {
		if (!String(headers['user-agent']).includes('@'))
			return {
				text: '<html><head><title>Your Request Originates from an Undeclared Automated Tool</title></head></html>',
				type: 'text/html',
				status: 403,
			};
		if (path === '/cgi-bin/browse-edgar') return feed(Number(query.get('start')), Number(query.get('count')));
		if (path === '/files/company_tickers_exchange.json')
			return {
				json: {
					fields: ['cik', 'name', 'ticker', 'exchange'],
					data: edgar.issuers.map(({ cik, name = 'Some Corp.', ticker, exchange = 'Nasdaq' }) => [cik, name, ticker, exchange]),
				},
			};
		const [, digits, part] = /^\/submissions\/CIK(\d{10})(-submissions-001)?\.json$/.exec(path) ?? [];
		if (digits) return history(Number(digits), part !== undefined);
		const [, accession] = /\/(\d{10}-\d\d-\d{6})\.hdr\.sgml$/.exec(path) ?? [];
		const filing = edgar.filings.find((candidate) => candidate.accession === accession);
		if (filing) return { text: formatHeader(filing) };
		return { text: '<html><h1>404</h1></html>', type: 'text/html', status: 404 };
	}
	function feed(start: number, count: number): Answer {
		const newest = edgar.filings.toSorted((a, b) => b.acceptedAt - a.acceptedAt).slice(start, start + count);
		return { text: formatFeed(newest.map(formatEntry)), type: 'application/atom+xml' };
	}
	function history(cik: number, isOlder: boolean): Answer {
		const filerFilings = edgar.filings.filter((filing) => filing.cik === cik).sort((a, b) => b.acceptedAt - a.acceptedAt);
		const columns = (filings: readonly FakeFiling[]) => ({
			accessionNumber: filings.map(({ accession }) => accession),
			filingDate: filings.map(({ acceptedAt }) => new Date(acceptedAt).toISOString().slice(0, 10)),
			acceptanceDateTime: filings.map(({ acceptedAt }) => formatJsonTime(acceptedAt, edgar.newYorkTimeFilers.has(cik))),
			form: filings.map(({ form }) => form),
			items: filings.map(({ items = [] }) => items.join()),
			primaryDocument: filings.map(() => 'form8-k.htm'),
		});
		const [recent, older] = [filerFilings.slice(0, edgar.mainPartSize), filerFilings.slice(edgar.mainPartSize)];
		if (isOlder) return { json: columns(older) };
		const [sic = '', sicDescription = ''] = edgar.sicByCik.get(cik) ?? [];
		const filerIssuers = edgar.issuers.filter((issuer) => issuer.cik === cik);
		const files = older.length === 0 ? [] : [{ name: `CIK${String(cik).padStart(10, '0')}-submissions-001.json`, filingCount: older.length, filingFrom: '1994-01-26', filingTo: new Date(older[0]?.acceptedAt ?? 0).toISOString().slice(0, 10) }]; // biome-ignore format: one object
		return {
			json: {
				cik: String(cik).padStart(10, '0'),
				name: 'Some Corp.',
				sic,
				sicDescription,
				tickers: filerIssuers.map(({ ticker }) => ticker),
				exchanges: filerIssuers.map(({ exchange }) => exchange ?? null),
				filings: { recent: columns(recent), files },
			},
		};
	}
	return edgar;
}

export function formatFeed(entries: readonly string[]): string {
	return `<?xml version="1.0" encoding="ISO-8859-1" ?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>Latest Filings</title>
<id>https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent</id>
<author><name>Webmaster</name><email>webmaster@sec.gov</email></author>
<updated>2026-11-24T16:05:14-05:00</updated>
${entries.join('\n')}
</feed>
`;
}

export function formatEntry({
	accession,
	cik,
	form,
	items = [],
	acceptedAt,
	company = 'SOME CORP &amp; SONS',
	role = 'Filer',
}: FakeFiling): string {
	const accessionDigits = accession.replaceAll('-', '');
	const itemLines = items.map((item) => `\n&lt;br&gt;Item ${item}: Something`).join('');
	return `<entry>
<title>${form} - ${company} (${String(cik).padStart(10, '0')}) (${role})</title>
<link rel="alternate" type="text/html" href="https://www.sec.gov/Archives/edgar/data/${cik}/${accessionDigits}/${accession}-index.htm"/>
<summary type="html">
 &lt;b&gt;Filed:&lt;/b&gt; 2026-11-24 &lt;b&gt;AccNo:&lt;/b&gt; ${accession} &lt;b&gt;Size:&lt;/b&gt; 4 MB${itemLines}
</summary>
<updated>${formatNewYorkTime(acceptedAt)}${formatOffset(acceptedAt)}</updated>
<category scheme="https://www.sec.gov/" label="form type" term="${form}"/>
<id>urn:tag:sec.gov,2008:accession-number=${accession}</id>
</entry>`;
}

function formatHeader({ accession, form, acceptedAt }: FakeFiling): string {
	return `<SEC-HEADER>${accession}.hdr.sgml : 20261124
<ACCEPTANCE-DATETIME>${formatNewYorkTime(acceptedAt).replace(/\D/g, '')}
ACCESSION NUMBER:		${accession}
CONFORMED SUBMISSION TYPE:	${form}
</SEC-HEADER>
`;
}

function formatNewYorkTime(ms: number): string {
	return new Date(ms + newYorkOffsetMinutes(ms) * 60_000).toISOString().slice(0, 19);
}

function formatOffset(ms: number): string {
	return `-${padToTwoDigits(-newYorkOffsetMinutes(ms as UtcMs) / 60)}:00`;
}

function formatJsonTime(ms: number, isLocal: boolean): string {
	return `${isLocal ? formatNewYorkTime(ms) : new Date(ms).toISOString().slice(0, 19)}.000Z`;
}
