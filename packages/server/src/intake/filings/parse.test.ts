import { HOUR, MINUTE, SECOND, utcMs } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { formatEntry, formatFeed } from '../testing/fake-edgar.ts';
import {
	computeFeedIntervalMs,
	isClosedBetween,
	parseFeed,
	parseHeader,
	parseHistory,
	parseIssuers,
	parseJsonInstant,
	parseNewYorkInstant,
	parseOffsetInstant,
} from './parse.ts';

const NOW = utcMs(Date.UTC(2026, 10, 24, 21, 6));
const FILING = { accession: '0000320193-26-000123', cik: 320193, form: '8-K', items: ['2.02', '9.01'], acceptedAt: NOW - MINUTE };
const iso = (text: string): number => Date.parse(text);

describe('instants', () => {
	it('of headers are New York time, on both sides of both changes of clocks', () => {
		const utc = (text: string) => new Date(parseNewYorkInstant(text) ?? Number.NaN).toISOString();
		expect(utc('20261124160512')).toBe('2026-11-24T21:05:12.000Z');
		expect([utc('20261030213059'), utc('20261102060000')]).toEqual(['2026-10-31T01:30:59.000Z', '2026-11-02T11:00:00.000Z']);
		expect([utc('20260306215959'), utc('20260309060000')]).toEqual(['2026-03-07T02:59:59.000Z', '2026-03-09T10:00:00.000Z']);
		expect(['2026112416051', '20261324160512', '20261124250000', ''].map(parseNewYorkInstant)).toEqual([
			undefined,
			undefined,
			undefined,
			undefined,
		]);
	});

	it('of the feed have an offset; a Z is not trusted', () => {
		expect(parseOffsetInstant('2026-11-24T16:05:12-05:00')).toBe(iso('2026-11-24T21:05:12Z'));
		expect(['2026-11-24T16:05:12Z', '2026-11-24T16:05:12', 'yesterday'].map(parseOffsetInstant)).toEqual([undefined, undefined, undefined]);
	});

	it.each([
		// 16:05 in New York, and 11:05 in New York.
		['both readings', '2026-11-24T16:05:12.000Z', '2026-11-24T16:05:12Z', '2026-11-24T21:05:12Z'],
		// 03:10 on New York’s clock is at night.
		['UTC alone', '2026-11-24T02:10:00.000Z', '2026-11-24T02:10:00Z', '2026-11-24T02:10:00Z'],
		// 10:00 UTC is 05:00 in New York.
		['New York’s clock alone', '2026-11-24T10:00:00.000Z', '2026-11-24T15:00:00Z', '2026-11-24T15:00:00Z'],
		// As New York’s clock it would be in the future.
		['what has passed', '2026-11-24T20:30:00.000Z', '2026-11-24T20:30:00Z', '2026-11-24T20:30:00Z'],
		['four hours of summer', '2026-07-01T15:00:00.000Z', '2026-07-01T15:00:00Z', '2026-07-01T19:00:00Z'],
	])('of the JSON may be %s', (_, text, earliest, accepted) => {
		expect(parseJsonInstant(text, NOW)).toEqual({ earliestAt: iso(earliest), acceptedAt: iso(accepted) });
	});

	it('of the JSON that no reading allows are none', () => {
		expect(
			['2026-11-25T16:00:00.000Z', '2026-11-24T16:05:12', '', '2026-11-24T03:30:00.000Z'].map((text) => parseJsonInstant(text, NOW)),
		).toEqual(Array.from({ length: 4 }, () => undefined));
	});

	it('lie in quiet nights and weekends, in which nothing is accepted', () => {
		const quiet = (from: string, to: string) => isClosedBetween(iso(from), iso(to));
		expect(quiet('2026-11-25T03:00:00Z', '2026-11-25T10:59:00Z')).toBe(true);
		expect(quiet('2026-11-25T03:00:00Z', '2026-11-25T11:00:00Z')).toBe(false);
		expect(quiet('2026-11-28T03:00:00Z', '2026-11-30T10:59:00Z')).toBe(true);
		expect(quiet('2026-11-27T20:00:00Z', '2026-11-30T10:59:00Z')).toBe(false);
	});

	it('are asked for every minute around the session, and at wider steps otherwise', () => {
		const session = { open: iso('2026-11-24T14:30:00Z'), close: iso('2026-11-24T21:00:00Z') };
		const step = (text: string) => computeFeedIntervalMs(iso(text), session) / MINUTE;
		expect([step('2026-11-24T13:30:00Z'), step('2026-11-24T22:59:00Z')]).toEqual([1, 1]);
		expect([step('2026-11-24T13:29:00Z'), step('2026-11-24T23:00:00Z'), step('2026-11-24T10:40:00Z')]).toEqual([4, 4, 4]);
		expect([step('2026-11-25T05:00:00Z'), computeFeedIntervalMs(iso('2026-11-28T15:00:00Z'), undefined) / MINUTE]).toEqual([30, 30]);
	});
});

describe('the feed', () => {
	it('names the filings of issuers, not of holders and insiders', () => {
		const page = parseFeed(
			formatFeed([
				formatEntry(FILING),
				formatEntry({ ...FILING, accession: '0000000009-26-000001', form: '8-K/A', items: ['9.01'], acceptedAt: NOW - 2 * MINUTE }),
				formatEntry({ ...FILING, accession: '0000000009-26-000002', form: 'SC 13D', role: 'Filed by', cik: 7, items: [] }),
				formatEntry({ ...FILING, accession: '0000000009-26-000002', form: 'SC 13D', role: 'Subject', items: [] }),
				formatEntry({ ...FILING, accession: '0000000009-26-000003', form: '4', role: 'Issuer', items: [], acceptedAt: NOW - HOUR }),
			]),
			NOW,
		);
		const stated = { cik: 320193, seenAt: NOW, source: 'feed' };
		expect(page.filings).toEqual([
			{ ...stated, accession: FILING.accession, form: '8-K', items: ['2.02', '9.01'], acceptedAt: NOW - MINUTE, earliestAt: NOW - MINUTE },
			{
				...stated,
				accession: '0000000009-26-000001',
				form: '8-K/A',
				items: ['9.01'],
				acceptedAt: NOW - 2 * MINUTE,
				earliestAt: NOW - 2 * MINUTE,
			},
			{ ...stated, accession: '0000000009-26-000002', form: 'SC 13D', items: [], acceptedAt: NOW - MINUTE, earliestAt: NOW - MINUTE },
		]);
		expect([page.accessions.length, page.oldest, page.unreadable]).toEqual([5, NOW - HOUR, []]);
	});

	it('lists a filing twice and is read once; a stamp a few seconds ahead of this clock is accepted', () => {
		const ahead = formatEntry({ ...FILING, acceptedAt: NOW + 10 * SECOND });
		expect(parseFeed(formatFeed([ahead, ahead]), NOW).filings).toHaveLength(1);
	});

	it.each([
		['no offset', (entry: string) => entry.replace(/<updated>.*<\/updated>/, '<updated>2026-11-24T16:05:12Z</updated>')],
		['no company', (entry: string) => entry.replace(/ \(\d{10}\)/, '')],
		['no accession number', (entry: string) => entry.replace(/<id>.*<\/id>/, '<id>urn:x</id>')],
		['no form', (entry: string) => entry.replace(/<category.*\/>/, '')],
		['a time to come', () => formatEntry({ ...FILING, acceptedAt: NOW + 11 * SECOND })],
	])('names an entry with %s as unreadable', (_, damage) => {
		const page = parseFeed(formatFeed([damage(formatEntry(FILING)), formatEntry({ ...FILING, cik: 7 })]), NOW);
		expect([page.unreadable.length, page.filings.map(({ cik }) => cik)]).toEqual([1, [7]]);
	});

	it.each([
		['HTML', '<!doctype html><title>SEC.gov | Request Rate Threshold Exceeded</title>', 'It is not an Atom feed.'],
		['nothing', '', "It is empty or isn't XML."],
		['half of it', formatFeed([formatEntry(FILING)]).slice(0, 400), 'It is cut off.'],
	])('is refused when it is %s', (_, text, reason) => {
		expect(() => parseFeed(text, NOW)).toThrow(`edgar, feed: unexpected response at (body). ${reason}`);
	});
});

describe('histories, headers and issuers', () => {
	const columns = {
		accessionNumber: [FILING.accession],
		acceptanceDateTime: ['2026-11-24T16:05:12.000Z'],
		form: ['8-K'],
		items: ['2.02,9.01'],
	};
	const history = (recent: object) =>
		JSON.stringify({ cik: '0000320193', sic: '3571', sicDescription: 'Electronic Computers', filings: { recent, files: [] } });

	it('keep information forms with their two readings, the industry, and both ways to write a CIK', () => {
		const two = { ...columns, accessionNumber: [...columns.accessionNumber, '0000320193-26-000124'], acceptanceDateTime: [...columns.acceptanceDateTime, 'never'], form: ['8-K', '4'], items: ['2.02,9.01', ''] }; // biome-ignore format: one object
		expect(parseHistory(history(two), NOW)).toEqual({
			cik: 320193,
			sic: 3571,
			industry: 'Electronic Computers',
			older: [],
			filings: [
				{
					accession: FILING.accession,
					cik: 320193,
					form: '8-K',
					items: ['2.02', '9.01'],
					earliestAt: iso('2026-11-24T16:05:12Z'),
					acceptedAt: iso('2026-11-24T21:05:12Z'),
					seenAt: NOW,
					source: 'json',
				},
			],
		});
	});

	it.each([
		['a time that none of its readings allows', { ...columns, acceptanceDateTime: ['2026-11-24T04:00:00.000Z'] }, 'acceptanceDateTime.0'],
		['a wrong accession number', { ...columns, accessionNumber: ['1'] }, 'accessionNumber.0'],
		['columns of different lengths', { ...columns, items: [] }, 'filings.recent.accessionNumber'],
	])('are refused as a whole with %s', (_, recent, field) => {
		expect(() => parseHistory(history(recent), NOW)).toThrow(`edgar, history: unexpected response at ${field}.`);
	});

	it('state acceptance in the header', () => {
		expect(parseHeader('<SEC-HEADER>x\n<ACCEPTANCE-DATETIME>20261124160512\nACCESSION NUMBER:')).toBe(iso('2026-11-24T21:05:12Z'));
		expect(() => parseHeader('<SEC-HEADER>x')).toThrow('edgar, header: unexpected response at ACCEPTANCE-DATETIME.');
	});

	it('map symbols in one spelling; classes share a CIK, and a symbol of two issuers has none', () => {
		const data = [[1067983, 'BERKSHIRE', 'BRK-B', 'NYSE'], [1067983, 'BERKSHIRE', 'BRK-A', 'NYSE'], ['320193', 'Apple', 'AAPL', 'Nasdaq'], [5, 'One', 'TWO', 'NYSE'], [6, 'Two', 'TWO', 'NYSE'], [7, 'Over', 'OVR', null], [8, 'Odd', '', 'NYSE']]; // biome-ignore format: rows
		const text = JSON.stringify({ fields: ['cik', 'name', 'ticker', 'exchange'], data });
		const odd: string[] = [];
		expect([...parseIssuers(text, (_, message) => odd.push(message))]).toEqual([
			['BRK.B', { cik: 1067983, exchange: 'NYSE' }],
			['BRK.A', { cik: 1067983, exchange: 'NYSE' }],
			['AAPL', { cik: 320193, exchange: 'NASDAQ' }],
			['OVR', { cik: 7, exchange: null }],
		]);
		expect(odd).toHaveLength(1);
	});
});
