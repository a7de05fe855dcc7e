/** Who is followed: symbols leave the vendor's choice as well as join it, and change their names overnight. */
import { nyse, type Session } from '@sw/domain/time/calendar';
import { SLOT_MS } from '@sw/domain/time/slots';
import { DAY, exchangeDate, utcMs } from '@sw/domain/time/units';
import { afterEach, describe, expect, it } from 'vitest';
import { createOutbound } from '../outbound/outbound.ts';
import { createFakeMarket } from '../testing/fake-market.ts';
import { type Answer, type FakeVendor, startFakeVendor, type VendorRequest } from '../testing/fake-vendor.ts';
import { createImmediateClock } from '../testing/immediate-clock.ts';
import { createMemoryDirectory, findVendorKind } from '../testing/vendor-kinds.ts';
import { parseActions, parseAssets } from './alpaca/parse.ts';
import { createVendorProvider } from './vendor-provider.ts';

const session = nyse.sessionOn(exchangeDate('2025-01-08')) as Session;
let vendor: FakeVendor;
afterEach(() => vendor?.close());

async function open(symbols: string[], other: (request: VendorRequest) => Answer | undefined = () => undefined) {
	const kind = findVendorKind('alpaca');
	const wall = createImmediateClock(session.open + SLOT_MS + 5_000, { timeoutFrom: 19_000 });
	const truth = createFakeMarket(symbols, wall.now);
	const script = kind.script(truth, 0);
	vendor = await startFakeVendor((request) => other(request) ?? script(request));
	const outbound = createOutbound({ vendor: 'alpaca', wall, random: () => 0, perMinute: 60_000, burst: 100 });
	const directory = createMemoryDirectory();
	const warnings: string[] = [];
	const start = () =>
		createVendorProvider({
			adapter: kind.createAdapter(vendor.url, wall, (message) => warnings.push(message), outbound),
			directory,
			calendar: nyse,
			wall,
			slotsFrom: session.date,
			warn: (message) => warnings.push(message),
		});
	return { wall, truth, start, warnings };
}

async function namesOf(provider: ReturnType<typeof createVendorProvider>, at: number) {
	return (await provider.universe(utcMs(at))).map(({ id, symbol }) => `${id} ${symbol}`);
}

function requestedSymbols() {
	return vendor.requests.filter(({ path }) => path === '/v2/stocks/bars').map(({ query }) => query.get('symbols'));
}

describe('a symbol', () => {
	it('that leaves the vendor’s choice keeps its row and is asked for no more', async () => {
		const { truth, start } = await open(['AAA', 'BBB', 'CCC']);
		await start().universe(session.open);
		truth.symbols.splice(1, 1, 'DDD');
		const provider = start();
		expect(await namesOf(provider, session.open)).toEqual(['1 AAA', '2 BBB', '3 CCC', '4 DDD']);
		const slot = await provider.slot?.(session, 0);
		expect(requestedSymbols().at(-1)).toBe('AAA,CCC,DDD');
		expect([...(slot?.close ?? [])].map(Number.isNaN)).toEqual([false, true, false, false]);
	});

	it('that is renamed overnight keeps its number, with the market running or not', async () => {
		const changes: object[] = [];
		const actions = (): Answer => ({ json: { corporate_actions: { name_changes: changes }, next_page_token: null } });
		const { truth, start, wall, warnings } = await open(['AAA', 'BBB'], ({ path }) =>
			path === '/v1/corporate-actions' ? actions() : undefined,
		);
		const provider = start();
		expect(await namesOf(provider, session.open)).toEqual(['1 AAA', '2 BBB']);
		wall.leap(DAY);
		truth.symbols[1] = 'BNEXT';
		changes.push({ old_symbol: 'BBB', new_symbol: 'BNEXT', process_date: '2025-01-09' });
		expect(await namesOf(provider, wall.now())).toEqual(['1 AAA', '2 BNEXT']);
		await provider.refetch?.(session);
		expect(requestedSymbols().at(-1)).toBe('AAA,BNEXT');
		expect(await namesOf(start(), wall.now())).toEqual(['1 AAA', '2 BNEXT']);
		truth.symbols[0] = 'ANEXT';
		changes.push({ old_symbol: 'AAA', new_symbol: 'ANEXT', process_date: '2025-01-09' });
		expect(await namesOf(start(), wall.now())).toEqual(['1 ANEXT', '2 BNEXT']);
		expect(warnings.filter((message) => /was renamed to/.test(message))).toEqual([
			'BBB was renamed to BNEXT on 2025-01-09.',
			'AAA was renamed to ANEXT on 2025-01-09.',
		]);
	});

	it('is a fund by where it is listed, by the list, then by its name', () => {
		const asset = (symbol: string, exchange: string, name: string) => ({ symbol, exchange, name, tradable: true, status: 'active' });
		const assets = parseAssets(
			JSON.stringify([
				asset('SPY', 'ARCA', 'SPDR S&P 500'),
				asset('QQQ', 'NASDAQ', 'Invesco QQQ Trust, Series 1'),
				asset('NEWF', 'NASDAQ', 'Some New Shares ETF'),
				asset('FNDC', 'NYSE', 'Fund Technologies Inc. Common Stock'),
				asset('AAPL', 'NASDAQ', 'Apple Inc. Common Stock'),
			]),
		);
		const types = assets.map(({ symbol, type }) => `${symbol} ${type}`);
		expect(types).toEqual(['SPY etf', 'QQQ etf', 'NEWF etf', 'FNDC stocks', 'AAPL stocks']);
		expect(assets.map(({ exchange }) => exchange)).toEqual(['AMEX', 'NASDAQ', 'NASDAQ', 'NYSE', 'NASDAQ']);
	});
});

describe('Alpaca without the OPRA agreement', () => {
	it('says so once, and gives the indicative volumes with their delay', async () => {
		const { wall } = await open(['AAA', 'BBB'], ({ path, query }) =>
			path.includes('/options/') && query.get('feed') === 'opra'
				? { json: { message: 'OPRA agreement is not signed' }, status: 403 }
				: undefined,
		);
		const warnings: string[] = [];
		const outbound = createOutbound({ vendor: 'alpaca', wall, random: () => 0, perMinute: 60_000, burst: 100 });
		const adapter = findVendorKind('alpaca').createAdapter(vendor.url, wall, (message) => warnings.push(message), outbound);
		for (let i = 0; i < 2; i++) expect((await adapter.optionVolumes?.(['AAA', 'BBB']))?.size).toBe(2);
		expect(adapter.optionsDelay).toBe(15 * 60_000);
		expect(warnings).toEqual([expect.stringMatching(/indicative feed, 15 minutes late. .*OPRA agreement is not signed/)]);
		// Both were refused, then both asked for the other feed; the second reading asks for no more than that.
		expect(vendor.requests.filter(({ query }) => query.get('feed') === 'opra').length).toBe(2);
	});
});

describe('name changes', () => {
	it('are read; one that changes no symbol is none', () => {
		const name_changes = [
			{ old_symbol: 'FB', new_symbol: 'META', process_date: '2022-06-09' },
			{ old_symbol: 'X', new_symbol: 'X', process_date: '2022-06-09' },
		];
		const { renames } = parseActions(JSON.stringify({ corporate_actions: { name_changes }, next_page_token: null })).value;
		expect(renames).toEqual([{ before: 'FB', after: 'META', date: '2022-06-09' }]);
	});
});
