/** An invalid item stops nothing: it is left out, reported once, and the rest goes on. An invalid answer is not treated as an empty one. */
import { nyse, type Session } from '@sw/domain/time/calendar';
import { SLOT_MS } from '@sw/domain/time/slots';
import { DAY, exchangeDate, utcMs } from '@sw/domain/time/units';
import { afterEach, describe, expect, it } from 'vitest';
import { parseCounts } from '../mentions/parse.ts';
import { createOutbound } from '../outbound/outbound.ts';
import { VendorError } from '../outbound/vendor-error.ts';
import { createFakeMarket } from '../testing/fake-market.ts';
import { type Answer, createErrorResponse, type FakeVendor, startFakeVendor, type VendorRequest } from '../testing/fake-vendor.ts';
import { createImmediateClock } from '../testing/immediate-clock.ts';
import { createMemoryDirectory, findVendorKind, type VendorKind } from '../testing/vendor-kinds.ts';
import * as alpaca from './alpaca/parse.ts';
import { createMassiveClient } from './massive/client.ts';
import { createMassiveAdapter } from './massive/massive-adapter.ts';
import * as massive from './massive/parse.ts';
import { createVendorProvider } from './vendor-provider.ts';
import * as yahoo from './yahoo/parse.ts';

const SYMBOLS = ['AAA', 'BBB', 'CCC'];
const session = nyse.sessionOn(exchangeDate('2025-01-08')) as Session;
const [FROM, TO] = [utcMs(session.open), utcMs(session.open + SLOT_MS)];

let vendor: FakeVendor;
afterEach(() => vendor?.close());

/** `other` answers before the fake does, where it has an answer. */
async function open(name: VendorKind['name'], other: (request: VendorRequest) => Answer | undefined = () => undefined) {
	const kind = findVendorKind(name);
	const wall = createImmediateClock(session.open + 2 * SLOT_MS, { timeoutFrom: 19_000 });
	const script = kind.script(createFakeMarket([...SYMBOLS], wall.now), 0);
	vendor = await startFakeVendor((request) => other(request) ?? script(request));
	const warnings: string[] = [];
	const outbound = createOutbound({ vendor: name, wall, random: () => 0, perMinute: 60_000, burst: 1_000, tries: 1 });
	const adapter = kind.createAdapter(vendor.url, wall, (message) => warnings.push(message), outbound);
	return { adapter, warnings, wall, outbound };
}

function refused(status: number): Answer {
	return { json: { message: 'no' }, status };
}

describe('Massive', () => {
	it('goes on without the details of a ticker that it does not know', async () => {
		const { adapter, warnings } = await open('massive', ({ path }) => (path.endsWith('/tickers/BBB') ? refused(404) : undefined));
		const tickers = await adapter.tickers();
		expect(tickers.map(({ symbol, shares }) => [symbol, shares])).toEqual([
			['AAA', 1e9],
			['BBB', null],
			['CCC', 1e9],
		]);
		expect(warnings).toEqual([expect.stringMatching(/no details of BBB/)]);
	});

	it('starts without its list of holidays', async () => {
		const { adapter, warnings } = await open('massive', ({ path }) =>
			path.startsWith('/v1/marketstatus') ? createErrorResponse(503) : undefined,
		);
		expect((await adapter.tickers()).length).toBe(3);
		expect(warnings).toEqual([expect.stringMatching(/Couldn't compare the vendor's calendar/)]);
	});

	it('is asked for splits by the newer call, and by the older one where that is refused, which is found out once', async () => {
		const { adapter } = await open('massive', ({ path }) => {
			if (path.startsWith('/stocks/v1/')) return refused(403);
			if (path === '/v3/reference/splits')
				return { json: { results: [{ ticker: 'AAA', execution_date: '2025-01-08', split_from: 1, split_to: 4 }] } };
			return undefined;
		});
		const [day, before] = [session.date, exchangeDate('2025-01-07')];
		expect(await adapter.splits?.(SYMBOLS, day, day)).toEqual([{ symbol: 'AAA', date: day, ratio: 4 }]);
		await adapter.splits?.(SYMBOLS, before, day);
		expect(vendor.requests.map(({ path }) => path)).toEqual(['/stocks/v1/splits', '/v3/reference/splits', '/v3/reference/splits']);
	});

	it('gives history by symbol where its files are refused, and asks for no more of them that day', async () => {
		const { wall, outbound } = await open('massive');
		const warnings: string[] = [];
		let requestCount = 0;
		const refuse = async () => {
			requestCount++;
			throw new VendorError('massive', 'flat file', 'refused', 'HTTP 403.', { status: 403 });
		};
		const adapter = createMassiveAdapter({
			client: createMassiveClient(outbound, 'test', vendor.url),
			files: { loadDay: refuse },
			wall,
			calendar: nyse,
			delay: 0,
			optionsDelay: 0,
			symbols: [],
			symbolLimit: 3,
			chains: 0,
			warn: (message) => warnings.push(message),
		});
		// Files of the day before are not ready yet.
		const before = nyse.sessionOn(exchangeDate('2025-01-06')) as Session;
		for (let i = 0; i < 2; i++) expect((await adapter.bars(['AAA'], utcMs(before.open), TO)).get('AAA')?.length).toBe(2 * before.slots + 3);
		expect([requestCount, warnings.length]).toEqual([1, 1]);
		wall.leap(DAY);
		await adapter.bars(['AAA'], utcMs(before.open), TO);
		expect(requestCount).toBe(2);
	});
});

describe('Alpaca', () => {
	it('starts without its calendar', async () => {
		const { adapter, warnings } = await open('alpaca', ({ path }) => (path === '/v2/calendar' ? createErrorResponse(500) : undefined));
		expect((await adapter.tickers()).length).toBe(3);
		expect(warnings).toEqual([expect.stringMatching(/Couldn't compare the vendor's calendar/)]);
	});
});

describe('Yahoo', () => {
	it('takes a refusal for what it is: only an unknown symbol, or a span without trades, has no bars', async () => {
		let answer: Answer | undefined;
		const { adapter, warnings } = await open('yahoo', ({ path }) => (path.endsWith('/chart/BBB') ? answer : undefined));
		const error = (code: string, description: string, status: number): Answer => ({
			json: { chart: { result: null, error: { code, description } } },
			status,
		});
		answer = error('Unprocessable Entity', '15m data not available for startTime=1 and endTime=2.', 422);
		await expect(adapter.bars(SYMBOLS, FROM, TO)).rejects.toMatchObject({ fault: 'refused', status: 422 });
		for (answer of [
			error('Not Found', 'No data found', 404),
			error('Bad Request', "Data doesn't exist for startDate = 1, endDate = 2", 400),
		]) {
			const bars = await adapter.bars(SYMBOLS, FROM, TO);
			expect(SYMBOLS.map((symbol) => bars.get(symbol)?.length ?? 0)).toEqual([1, 0, 1]);
		}
		expect(warnings).toEqual([expect.stringMatching(/no chart of BBB/)]);
	});

	it('asks for splits and dividends once a day, however often the market is started over', async () => {
		const { adapter, wall } = await open('yahoo');
		for (let minute = 0; minute < 5; minute++) {
			await adapter.splits?.(SYMBOLS, session.date, session.date);
			await adapter.dividends?.(SYMBOLS, exchangeDate('2025-01-02'), session.date);
			wall.leap(60_000);
		}
		expect(vendor.requests.length).toBe(SYMBOLS.length);
	});

	it('has the exchange of its code', () => {
		const row = { symbol: 'SPY', quoteType: 'ETF', exchangeTimezoneName: 'America/New_York', exchange: 'PCX' };
		expect(yahoo.parseQuotes(JSON.stringify({ quoteResponse: { result: [row], error: null } }))[0]?.exchange).toBe('AMEX');
	});

	it('has the shares that its market cap speaks of where the two disagree', () => {
		const shares = (quote: object): number | null | undefined => {
			const row = { symbol: 'GOOG', quoteType: 'EQUITY', exchangeTimezoneName: 'America/New_York', ...quote };
			return yahoo.parseQuotes(JSON.stringify({ quoteResponse: { result: [row], error: null } }))[0]?.shares;
		};
		expect(shares({ sharesOutstanding: 5.5e9, marketCap: 12.13e9 * 180, regularMarketPrice: 180 })).toBe(12.13e9);
		expect(shares({ sharesOutstanding: 5.5e9, marketCap: 5.51e9 * 180, regularMarketPrice: 180 })).toBe(5.5e9);
		expect([shares({ sharesOutstanding: 5.5e9 }), shares({})]).toEqual([5.5e9, null]);
	});
});

describe('splits and dividends that are stated twice', () => {
	it('are one a day: a special dividend is added to the regular one, the same one once more is not', async () => {
		const dividend = (ticker: string, cash_amount: number, ex_dividend_date: string = session.date) => ({
			ticker,
			cash_amount,
			ex_dividend_date,
		});
		const { adapter, wall } = await open('massive', ({ path }) => {
			if (path === '/stocks/v1/dividends')
				return {
					json: {
						results: [
							dividend('AAA', 0.25),
							dividend('AAA', 0.25),
							dividend('AAA', 1),
							dividend('BBB', 0.25),
							dividend('AAA', 0.25, '2025-01-06'),
						],
					},
				};
			if (path !== '/stocks/v1/splits') return undefined;
			const split = { ticker: 'AAA', execution_date: session.date, split_from: 1, split_to: 4 };
			return { json: { results: [split, { ...split }] } };
		});
		const provider = createVendorProvider({
			adapter,
			directory: createMemoryDirectory(),
			calendar: nyse,
			wall,
			slotsFrom: session.date,
			warn: () => {},
		});
		const from = exchangeDate('2025-01-06');
		expect(await provider.splits?.(from, session.date)).toEqual([{ tickerId: 1, date: session.date, ratio: 4 }]);
		expect(await provider.dividends?.(from, session.date)).toEqual([
			{ tickerId: 1, exDate: session.date, amount: 1.25 },
			{ tickerId: 2, exDate: session.date, amount: 0.25 },
			{ tickerId: 1, exDate: '2025-01-06', amount: 0.25 },
		]);
	});
});

describe('a list', () => {
	const reported: string[] = [];
	const notify = (_call: string, message: string): void => void reported.push(message);
	const split = (rate: number) => ({ symbol: 'AAA', ex_date: '2025-01-08', new_rate: rate, old_rate: 1 });
	const day = '2025-01-08';

	it('is parsed without an invalid member, which is reported', () => {
		const actions = { forward_splits: [split(2), split(0)], cash_dividends: [{ symbol: 'AAA', ex_date: day, rate: 0 }] };
		expect(alpaca.parseActions(JSON.stringify({ corporate_actions: actions }), notify).value).toMatchObject({
			splits: [{ ratio: 2 }],
			dividends: [],
		});
		expect(reported.splice(0)).toEqual([
			expect.stringMatching(/^alpaca, corporate actions: 1 of 2 left out, the first at corporate_actions\.forward_splits\.1\.new_rate/),
			expect.stringMatching(/1 of 1 left out/),
		]);
		const results = [
			{ ticker: 'AAA', ex_dividend_date: day, cash_amount: 0 },
			{ ticker: 'BBB', ex_dividend_date: day, cash_amount: 0.5 },
		];
		expect(massive.parseDividends(JSON.stringify({ results }), notify).value).toEqual([{ symbol: 'BBB', exDate: day, amount: 0.5 }]);
		const bar = { t: '2025-01-08T14:30:00Z', o: 1, h: 1, l: 1, c: 1, v: 1 };
		const bars = alpaca.parseBars(JSON.stringify({ bars: { AAA: [bar, { ...bar, t: '2025-01-08T14:45:00Z', o: 0 }] } }), notify);
		expect(bars.value.get('AAA')?.length).toBe(1);
	});

	it('of which most members are odd is another list than it was', () => {
		const results = Array.from({ length: 6 }, (_, i) => ({ ticker: 'AAA', ex_dividend_date: day, amount: i }));
		expect(() => massive.parseDividends(JSON.stringify({ results }))).toThrow(/results\.0\.cash_amount/);
	});

	it('that is missing is no empty list', () => {
		const missing: [string, () => unknown][] = [
			['alpaca bars', () => alpaca.parseBars('{"next_page_token":null}')],
			['alpaca chain', () => alpaca.parseChain('{"next_page_token":null}', exchangeDate(day))],
			['massive bars', () => massive.parseBars('{"ticker":"AAA","status":"DELAYED"}')],
			['massive grouped', () => massive.parseGrouped('{"status":"OK"}')],
			['massive chain', () => massive.parseChain('{"status":"OK"}', exchangeDate(day))],
			['massive splits', () => massive.parseSplits('{"status":"OK"}')],
			['massive tickers', () => massive.parseTickers('{"status":"OK"}')],
			['yahoo chart', () => yahoo.parseChart('{"chart":{"result":null,"error":null}}')],
			['yahoo options', () => yahoo.parseOptions('{"optionChain":{"error":null}}', exchangeDate(day))],
			['yahoo quote', () => yahoo.parseQuotes('{"quoteResponse":{"result":null,"error":null}}')],
			['yahoo screener', () => yahoo.parseScreener('{"finance":{"result":null,"error":null}}')],
			['x counts', () => parseCounts('{"meta":{"total_tweet_count":7}}')],
		];
		for (const [label, parse] of missing) expect(parse, label).toThrow(VendorError);
		expect(massive.parseBars('{"ticker":"AAA","queryCount":0,"resultsCount":0,"status":"OK"}').value).toEqual([]);
		expect(alpaca.parseBars('{"bars":null,"next_page_token":null}').value.size).toBe(0);
	});
});
