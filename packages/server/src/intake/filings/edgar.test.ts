import { DAY, HOUR, MINUTE, utcMs } from '@sw/domain/time/units';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOutbound } from '../outbound/outbound.ts';
import { createFakeEdgar, type FakeEdgar, type FakeFiling, formatEntry, formatFeed } from '../testing/fake-edgar.ts';
import {
	type Answer,
	createHtmlResponse,
	createRateLimitResponse,
	type FakeVendor,
	startFakeVendor,
	type VendorRequest,
} from '../testing/fake-vendor.ts';
import { createImmediateClock } from '../testing/immediate-clock.ts';
import { createEdgar, createEdgarClient } from './edgar.ts';

const NOW = Date.UTC(2026, 10, 24, 21, 30);
const CONTACT = 'desk@example.com';

let edgar: FakeEdgar;
let vendor: FakeVendor;
/** Answers instead of EDGAR where it returns one. */
let instead: (request: VendorRequest) => Answer | undefined;
beforeEach(async () => {
	edgar = createFakeEdgar();
	instead = () => undefined;
	vendor = await startFakeVendor((request) => instead(request) ?? edgar.respond(request));
});
afterEach(() => vendor.close());

function open({ contact = CONTACT, now = NOW } = {}) {
	const wall = createImmediateClock(now, { timeoutFrom: 19_000 });
	const outbound = createOutbound({ vendor: 'edgar', wall, random: () => 0, perMinute: 6_000, burst: 100 });
	const odd: string[] = [];
	const source = createEdgar(createEdgarClient(outbound, contact, { site: vendor.url, data: vendor.url }), wall, (_, message) =>
		odd.push(message),
	);
	return { wall, source, odd };
}

function file(n: number, fields: Partial<FakeFiling> = {}): FakeFiling {
	const filing = {
		accession: `0000000001-26-${String(n).padStart(6, '0')}`,
		cik: 1 + (n % 500),
		form: '8-K',
		items: ['8.01'],
		acceptedAt: NOW - HOUR + n * 1_000,
		...fields,
	};
	edgar.filings.push(filing);
	return filing;
}

const pages = (): (string | null)[] =>
	vendor.requests.filter(({ path }) => path.startsWith('/cgi-bin')).map(({ query }) => query.get('start'));

describe('the feed', () => {
	it('is read page by page until a known filing, with a contact in each request', async () => {
		for (let n = 0; n < 120; n++) file(n);
		const { source } = open();
		const first = await source.feed(undefined);
		expect([first.filings.length, first.isComplete, pages()]).toEqual([100, true, ['0']]);
		for (let n = 120; n < 370; n++) file(n);
		const second = await source.feed(utcMs(NOW - 2 * HOUR));
		expect([second.isComplete, pages()]).toEqual([true, ['0', '0', '100', '200']]);
		expect(second.filings.length).toBe(300);
		expect(new Set(vendor.requests.map(({ headers }) => headers['user-agent']))).toEqual(new Set([`Signalwheel ${CONTACT}`]));
	});

	it('reads a night of 3,000 filings after a pause, each once though pages move meanwhile', async () => {
		for (let n = 0; n < 3_000; n++) file(n, { acceptedAt: NOW - 8 * HOUR + n * 9_000 });
		file(9_999, { acceptedAt: NOW - 9 * HOUR });
		let late = 3_000;
		instead = ({ path }) => {
			if (path.startsWith('/cgi-bin') && late < 3_020) file(late++, { acceptedAt: NOW - 1_000 });
			return undefined;
		};
		const { filings, isComplete } = await open().source.feed(utcMs(NOW - 8 * HOUR));
		expect(isComplete).toBe(true);
		expect(new Set(filings.map(({ accession }) => accession)).size).toBe(filings.length);
		expect(filings.length).toBeGreaterThanOrEqual(3_000);
	});

	it('is not complete where it ends before what is known, or has an entry that cannot be read', async () => {
		for (let n = 0; n < 30; n++) file(n);
		const { source } = open();
		expect((await source.feed(utcMs(NOW - 2 * HOUR))).isComplete).toBe(false);
		expect((await source.feed(utcMs(NOW))).isComplete).toBe(true);
		instead = () => ({ text: formatFeed([formatEntry(file(30)), formatEntry(file(31)).replace(/-05:00/, 'Z'), formatEntry(file(29))]) });
		const damaged = await source.feed(utcMs(NOW));
		expect([damaged.isComplete, damaged.unreadable.length, damaged.filings.length]).toEqual([false, 1, 2]);
	});

	it('without a contact is refused, and says so', async () => {
		await expect(open({ contact: '' }).source.feed(undefined)).rejects.toThrow('edgar, feed: request rejected. HTTP 403.');
	});

	it('is asked again after 429 at the time that EDGAR names, and after a cut connection', async () => {
		file(1);
		vendor.faults.push(createRateLimitResponse(7), { cut: '<?xml version="1.0"?><feed>' });
		const { wall, source } = open();
		expect((await source.feed(undefined)).filings).toHaveLength(1);
		expect([wall.waits.includes(7_000), vendor.requests.length]).toEqual([true, 3]);
	});

	it('fails as a page of HTML', async () => {
		vendor.faults.push(createHtmlResponse());
		await expect(open().source.feed(undefined)).rejects.toThrow('It is not an Atom feed.');
	});

	it('keeps New York’s time over a change of clocks', async () => {
		const [before, after] = [Date.UTC(2026, 9, 31, 1, 30), Date.UTC(2026, 10, 2, 11, 0, 5)];
		file(1, { acceptedAt: before });
		file(2, { acceptedAt: after });
		const { filings } = await open().source.feed(undefined);
		expect(filings.map(({ acceptedAt }) => acceptedAt)).toEqual([after, before]);
	});
});

describe('a history', () => {
	const from = utcMs(NOW - 400 * DAY);
	/** 16:05 and 11:05 in New York are both possible. */
	const ambiguous = Date.UTC(2026, 10, 23, 16, 5, 12);

	it.each([
		['UTC with a Z', false, ambiguous],
		['New York’s clock with a Z', true, ambiguous],
	])('that states %s is resolved by the header', async (_, isLocal, acceptedAt) => {
		file(1, { cik: 9, acceptedAt: isLocal ? acceptedAt + 5 * HOUR : acceptedAt });
		if (isLocal) edgar.newYorkTimeFilers.add(9);
		const { filings } = await open().source.history(9, from);
		const truth = isLocal ? ambiguous + 5 * HOUR : ambiguous;
		expect(filings.map(({ source, earliestAt, acceptedAt: later }) => [source, earliestAt, later])).toEqual([
			['json', ambiguous, ambiguous + 5 * HOUR],
			['header', truth, truth],
		]);
	});

	it('stays ambiguous where its header cannot be read, and where it is old', async () => {
		file(1, { cik: 9, acceptedAt: ambiguous });
		file(2, { cik: 9, acceptedAt: ambiguous - 30 * DAY });
		instead = ({ path }) => (path.endsWith('.sgml') ? createHtmlResponse(404) : undefined);
		const { source, odd } = open();
		const { filings } = await source.history(9, from);
		expect(filings.map(({ source, earliestAt, acceptedAt }) => [source, (acceptedAt - earliestAt) / HOUR])).toEqual([
			['json', 5],
			['json', 4],
		]);
		expect(odd).toEqual([expect.stringContaining('The time of 0000000001-26-000001 stays ambiguous.')]);
		expect(vendor.requests.filter(({ path }) => path.endsWith('.sgml'))).toHaveLength(1);
	});

	it('has older parts as far back as they are needed, amended forms, and the industry', async () => {
		edgar.mainPartSize = 2;
		edgar.sicByCik.set(9, ['7372', 'Services-Prepackaged Software']);
		for (let n = 1; n <= 4; n++) file(n, { cik: 9, form: n === 4 ? '8-K/A' : '8-K', acceptedAt: Date.UTC(2026, 0, 10 * n, 2) });
		const { source } = open();
		const all = await source.history(9, from);
		expect(all.filings.map(({ accession, form }) => [accession.slice(-1), form])).toEqual([
			['4', '8-K/A'],
			['3', '8-K'],
			['2', '8-K'],
			['1', '8-K'],
		]);
		expect(all).toMatchObject({ from, to: NOW - 2 * MINUTE, sic: 7372, industry: 'Services-Prepackaged Software' });
		expect((await source.history(9, utcMs(Date.UTC(2026, 0, 25)))).filings).toHaveLength(2);
		expect(vendor.requests.map(({ path }) => path).filter((path) => path.includes('-submissions-'))).toHaveLength(1);
	});

	it('of another company than asked for is refused, and HTML is', async () => {
		instead = () => ({ json: { cik: '8', filings: { recent: { accessionNumber: [], acceptanceDateTime: [], form: [], items: [] } } } });
		await expect(open().source.history(9, from)).rejects.toThrow('It is of CIK 8, not 9.');
		instead = () => createHtmlResponse();
		await expect(open().source.history(9, from)).rejects.toThrow('It is an HTML page.');
	});
});
