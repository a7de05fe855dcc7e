import { itWhere } from '@sw/domain/testing/it-where';
import { nyse } from '@sw/domain/time/calendar';
import { utcMs } from '@sw/domain/time/units';
import { afterEach, describe, expect, it } from 'vitest';
import { createOutbound } from '../../outbound/outbound.ts';
import { createFakeMarket } from '../../testing/fake-market.ts';
import { type Answer, type FakeVendor, startFakeVendor, type VendorRequest } from '../../testing/fake-vendor.ts';
import { createFakeYahoo, createPlainYahooPackage } from '../../testing/fake-yahoo.ts';
import { createImmediateClock } from '../../testing/immediate-clock.ts';
import { isInstalled } from '../../testing/is-installed.ts';
import { createYahooClient, loadYahooPackage, type YahooPackage } from './client.ts';
import { parseChart, parseOptions, parseQuotes, parseScreener } from './parse.ts';

const session = nyse.lastOpened(Date.UTC(2025, 0, 8, 18));
const OPEN = utcMs(session?.open ?? 0);
const NOW = OPEN + 3_600_000;

const itWithPackage = itWhere(await isInstalled('yahoo-finance2'), 'the package yahoo-finance2');

let vendor: FakeVendor;
afterEach(() => vendor?.close());

async function open(make: () => YahooPackage, crumb: () => string) {
	const wall = createImmediateClock(NOW, { timeoutFrom: 19_000 });
	const script = createFakeYahoo(createFakeMarket(['AAPL', 'MSFT'], wall.now));
	vendor = await startFakeVendor(crumb() === '' ? script : guarded(script, crumb));
	const outbound = createOutbound({ vendor: 'yahoo', wall, random: () => 0, perMinute: 6_000, burst: 100 });
	return createYahooClient(outbound, make, vendor.url);
}

/** Cookie and crumb as Yahoo hands them out; data only for those who have them, and only for the crumb of the day. */
function guarded(script: (request: VendorRequest) => Answer, crumb: () => string) {
	return (request: VendorRequest): Answer => {
		if (request.path === '/quote/AAPL')
			return {
				text: '<html></html>',
				type: 'text/html',
				headers: { 'set-cookie': 'A3=cookie; Domain=yahoo.com; Path=/; Secure; Max-Age=31557600' },
			};
		if (request.path === '/v1/test/getcrumb') return { text: crumb() };
		const isOpen = request.path.startsWith('/v8/');
		if (!isOpen && request.query.get('crumb') !== crumb())
			return { json: { finance: { result: null, error: { code: 'Unauthorized', description: 'Invalid Crumb' } } }, status: 401 };
		return script(request);
	};
}

async function all(client: Awaited<ReturnType<typeof open>>) {
	const today = session?.date;
	if (!today) throw new Error('no session');
	return {
		bars: parseChart(await client.chart('AAPL', '15m', OPEN, utcMs(NOW)))?.bars.length,
		options: parseOptions(await client.options('AAPL'), today)?.expirations.length,
		second: parseOptions(await client.options('AAPL', 1_737_676_800), today)?.volumes.calls,
		quotes: parseQuotes(await client.quotes(['AAPL', 'MSFT', 'NOPE'])).length,
		screener: parseScreener(await client.screener('most_actives', 10)).length,
	};
}

const EVERYTHING = { bars: 4, options: 2, second: 0, quotes: 2, screener: 2 };

describe('Yahoo’s client', () => {
	it('reads answers as they came, whatever the package makes of them', async () => {
		expect(await all(await open(createPlainYahooPackage, () => ''))).toEqual(EVERYTHING);
	});

	it('asks for share classes as Yahoo writes them, and answers in the one normal form', async () => {
		const wall = createImmediateClock(NOW, { timeoutFrom: 19_000 });
		vendor = await startFakeVendor(createFakeYahoo(createFakeMarket(['BRK-B'], wall.now)));
		const outbound = createOutbound({ vendor: 'yahoo', wall, random: () => 0, perMinute: 6_000, burst: 100 });
		const client = createYahooClient(outbound, createPlainYahooPackage, vendor.url);
		expect(parseQuotes(await client.quotes(['BRK.B'])).map(({ symbol }) => symbol)).toEqual(['BRK.B']);
		expect(parseChart(await client.chart('BRK.B', '15m', OPEN, utcMs(NOW)))?.symbol).toBe('BRK.B');
	});

	itWithPackage('gets in with the real package, also when the crumb has changed', async () => {
		let crumb = 'one';
		const client = await open(await loadYahooPackage(), () => crumb);
		expect(await all(client)).toEqual(EVERYTHING);
		crumb = 'two';
		expect(parseQuotes(await client.quotes(['AAPL'])).length).toBe(1);
		await expect(client.chart('NOPE', '15m', OPEN, utcMs(NOW))).rejects.toMatchObject({ vendor: 'yahoo', fault: 'refused', status: 404 });
	});
});
