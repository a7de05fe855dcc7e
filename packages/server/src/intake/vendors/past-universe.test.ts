/** Of which tickers past sessions consist: the most traded of then, also those that ended since, each under the symbol of then. */
import { nyse, type Session } from '@sw/domain/time/calendar';
import { SLOT_MS } from '@sw/domain/time/slots';
import { DAY, exchangeDate, HOUR, type UtcMs, utcMs } from '@sw/domain/time/units';
import { afterEach, describe, expect, it } from 'vitest';
import { createOutbound } from '../outbound/outbound.ts';
import type { Provider } from '../provider.ts';
import { createFakeMarket, type FakeMarket } from '../testing/fake-market.ts';
import { type Answer, type FakeVendor, startFakeVendor, type VendorRequest } from '../testing/fake-vendor.ts';
import { createImmediateClock } from '../testing/immediate-clock.ts';
import { createMemoryDirectory, findVendorKind } from '../testing/vendor-kinds.ts';
import { createVendorProvider } from './vendor-provider.ts';

const FROM = exchangeDate('2024-11-29');
const LIVE = nyse.sessionOn(exchangeDate('2025-01-08')) as Session;
const PAST = nyse.sessionsBetween(FROM, exchangeDate('2025-01-07'));
const LIMIT = 4;
const GROUPED = '/v2/aggs/grouped/';

let vendor: FakeVendor;
afterEach(() => vendor?.close());

/** REU was another company's until December 6 and belongs to one listed on December 19; RENA became RENB on December 10; the vendor names no holder of LATE before its listing. */
function happen(truth: FakeMarket): void {
	truth.endedSymbols.push(
		// It traded last on December 12.
		{ symbol: 'GONE', until: '2024-12-16' },
		{ symbol: 'REU', until: '2024-12-06' },
		{ symbol: 'RENA', until: '2024-12-09', figi: 'BBG-REN' },
	);
	truth.figiBySymbol['RENB'] = 'BBG-REN';
	Object.assign(truth.listingDates, { REU: '2024-12-19', LATE: '2024-12-24', RENB: '2019-05-01', 'REU 2024-12-06': '2015-01-02' });
	truth.volumeFactor = (symbol, date) => weightOf(symbol, date);
	truth.isHidden = (symbol, ms) => {
		const date = new Date(ms).toISOString().slice(0, 10);
		return (
			(symbol === 'REU' && date > '2024-12-06' && date < '2024-12-19') ||
			(symbol === 'RENB' && date < '2024-12-10') ||
			(symbol === 'GONE' && date > '2024-12-12')
		);
	};
}
/** Further apart than prices are. */
const WEIGHTS: Record<string, number> = { GONE: 1e6, REU: 1e5, LATE: 5e4, BIG: 1e4, RENA: 1e3, RENB: 1e3, MID: 100, SMALL: 10 };
function weightOf(symbol: string, date: string): number {
	return symbol === 'HOT' && date >= '2024-12-27' ? 1e7 : (WEIGHTS[symbol] ?? 1);
}
const GONE = 'GONE 2024-12-12';
const TODAY = ['BIG', 'HOT', 'LATE', 'REU'];
const SYMBOLS = ['BIG', 'MID', 'SMALL', 'TINY', 'HOT', 'REU', 'RENB', 'LATE'];

/** The company that traded under a symbol, by its last symbol and its end. */
function companyOf(symbol: string, date: string): string | undefined {
	if (symbol === 'REU') return date <= '2024-12-06' ? 'REU 2024-12-06' : 'REU';
	if (symbol === 'RENA') return 'RENB';
	if (symbol === 'LATE' && date < '2024-12-24') return undefined;
	return symbol === 'GONE' ? 'GONE 2024-12-12' : symbol;
}

/** The rule as it is written: dollars of the twenty sessions before, of each company. */
function membersThen(truth: FakeMarket, session: Session, limit = LIMIT): string[] {
	const sums = new Map<string, number>();
	for (let back = 20; back >= 1; back--) {
		const day = nyse.sessionByOrdinal(session.ordinal - back) as Session;
		for (const symbol of [...SYMBOLS, 'GONE', 'RENA'])
			for (const { close, volume } of truth.days(symbol, day.open, day.close)) {
				const company = companyOf(symbol, day.date);
				if (company) sums.set(company, (sums.get(company) ?? 0) + close * volume);
			}
	}
	// Until the vendor's date of its end it is ranked, without bars.
	const endOf = (company: string): string => (company === GONE ? '2024-12-16' : (company.split(' ')[1] ?? '9'));
	return [...sums]
		.filter(([company]) => endOf(company) >= session.date)
		.sort(([, a], [, b]) => b - a)
		.slice(0, limit)
		.map(([company]) => company)
		.filter((company) => company !== GONE || session.date <= '2024-12-12');
}

async function open(other: (request: VendorRequest) => Answer | undefined = () => undefined, more: { symbols?: string[] } = {}) {
	const kind = findVendorKind('massive');
	const wall = createImmediateClock(LIVE.open + SLOT_MS + 5_000, { timeoutFrom: 19_000 });
	const truth = createFakeMarket([...SYMBOLS], wall.now);
	happen(truth);
	const script = kind.script(truth, 0);
	vendor = await startFakeVendor((request) => other(request) ?? script(request));
	const outbound = createOutbound({ vendor: 'massive', wall, random: () => 0, perMinute: 600_000, burst: 1_000 });
	const stored: { storedUntil?: UtcMs } = {};
	const directory = createMemoryDirectory(stored);
	const warnings: string[] = [];
	const start = (): Provider =>
		createVendorProvider({
			adapter: kind.createAdapter(vendor.url, wall, (message) => warnings.push(message), outbound, { symbolLimit: LIMIT, ...more }),
			directory,
			calendar: nyse,
			wall,
			slotsFrom: FROM,
			warn: (message) => warnings.push(message),
		});
	return { wall, truth, start, warnings, stored, directory };
}

async function namesOf(provider: Provider, at: number = LIVE.open): Promise<string[]> {
	return (await provider.universe(utcMs(at))).map(({ symbol, delisted }) => [symbol, delisted].filter(Boolean).join(' '));
}

/** The tickers with bars in a session, and what each traded in it. */
async function traded(provider: Provider, session: Session, asOf: number = LIVE.open): Promise<Map<string, number>> {
	const names = await namesOf(provider, asOf);
	const data = await provider.history?.session(session);
	const volumes = new Map<string, number>();
	for (const [cell, volume] of (data?.matrix.volume ?? []).entries()) {
		const name = names[cell % names.length] as string;
		if (!Number.isNaN(data?.matrix.close[cell])) volumes.set(name, (volumes.get(name) ?? 0) + volume);
	}
	return volumes;
}
async function tradedOn(provider: Provider, date: string): Promise<string[]> {
	return [...(await traded(provider, nyse.sessionOn(exchangeDate(date)) as Session)).keys()].sort();
}

function countOf(path: string): number {
	return vendor.requests.filter((request) => request.path.startsWith(path)).length;
}

describe('a past session', () => {
	it('has the most traded tickers of the twenty sessions before it, with the bars of the symbols of then', async () => {
		const { truth, start, warnings } = await open();
		const provider = start();
		for (const session of PAST) {
			const found = await traded(provider, session);
			expect([session.date, ...[...found.keys()].sort()]).toEqual([session.date, ...membersThen(truth, session).sort()]);
			for (const [name, volume] of found) {
				const [symbol = ''] = name === 'RENB' && session.date < '2024-12-10' ? ['RENA'] : name.split(' ');
				expect([name, volume]).toEqual([name, truth.days(symbol, session.open, session.close)[0]?.volume]);
			}
		}
		expect(warnings).toEqual([]);
		// The days before the first session, and all but the last that ended.
		expect(countOf(GROUPED)).toBe(20 + PAST.length - 1 + 1);
	});

	it('has neither what became big later nor another company’s bars before a listing', async () => {
		const provider = (await open()).start();
		expect(await tradedOn(provider, '2024-12-03')).toEqual(['BIG', 'GONE 2024-12-12', 'RENB', 'REU 2024-12-06']);
		expect(await tradedOn(provider, '2024-12-24')).not.toContain('LATE');
		expect(await tradedOn(provider, '2024-12-27')).not.toContain('HOT');
		expect(await tradedOn(provider, '2024-12-30')).toContain('HOT');
		// Before the open of a day the symbol is the later company's.
		const early = await provider.extended?.(utcMs(Date.UTC(2024, 11, 19, 21)), utcMs(Date.UTC(2024, 11, 20, 14, 30)));
		const names = await namesOf(provider);
		const found = [...(early?.tickerId.subarray(0, early.count) ?? [])].map((id) => names[id - 1]);
		expect(found.sort()).toEqual(['BIG', 'MID', 'RENB', 'REU']);
	});

	it('leaves the ended tickers in the universe, hidden before their end, and is followed by today’s choice', async () => {
		const provider = (await open()).start();
		expect((await namesOf(provider)).slice(0, 2).sort()).toEqual(['GONE 2024-12-12', 'REU 2024-12-06']);
		expect((await namesOf(provider, Date.UTC(2024, 11, 12, 20))).sort()).toContain('GONE');
		expect((await namesOf(provider, Date.UTC(2024, 11, 12, 20))).sort()).toContain('REU 2024-12-06');
		const names = await namesOf(provider);
		const slot = await provider.slot?.(LIVE, 0);
		const followed = names.filter((_, row) => !Number.isNaN(slot?.close[row]));
		expect(followed.sort()).toEqual(TODAY);
	});
});

describe('the members of past sessions', () => {
	it('survive a restart in the middle of the first fill, whatever the vendor says by then', async () => {
		const { truth, start, stored } = await open();
		const first = start();
		const [names, before] = [await namesOf(first), await traded(first, PAST[9] as Session)];
		stored.storedUntil = (PAST[9] as Session).close;
		truth.volumeFactor = (symbol, date) => (symbol === 'TINY' ? 1e9 : weightOf(symbol, date));
		const asked = countOf(GROUPED);
		const second = start();
		expect((await namesOf(second)).slice(0, names.length)).toEqual(names);
		// One day, for today's choice.
		expect(countOf(GROUPED)).toBe(asked + 1);
		truth.volumeFactor = weightOf;
		expect(await traded(second, PAST[9] as Session)).toEqual(before);
		const session = PAST[20] as Session;
		expect([...(await traded(second, session)).keys()].sort()).toEqual(membersThen(truth, session).sort());
		expect(await second.includesDelisted?.()).toBe(true);
	});

	it('are found again when the process died before they were saved, with the same numbers', async () => {
		const { start, directory } = await open();
		const save = directory.saveMembers;
		directory.saveMembers = async () => {
			throw new Error('killed');
		};
		await expect(start().universe(LIVE.open)).rejects.toThrow('killed');
		directory.saveMembers = save;
		const names = await namesOf(start());
		expect(new Set(names).size).toBe(names.length);
		expect(await tradedOn(start(), '2024-12-03')).toContain('REU 2024-12-06');
	});

	it('are found for sessions missed while the server was off; a ticker that ended then keeps its number', async () => {
		const { truth, start, stored, wall } = await open();
		const provider = start();
		const ids = new Map((await provider.universe(LIVE.open)).map(({ symbol, id }) => [symbol, id]));
		await provider.slot?.(LIVE, 0);
		stored.storedUntil = utcMs(LIVE.open + SLOT_MS);
		truth.symbols.splice(truth.symbols.indexOf('BIG'), 1);
		truth.endedSymbols.push({ symbol: 'BIG', until: '2025-01-14' });
		wall.leap(9 * DAY);
		const later = start();
		const gap = nyse.sessionOn(exchangeDate('2025-01-14')) as Session;
		expect([...(await traded(later, gap, wall.now())).keys()]).toContain('BIG 2025-01-14');
		expect((await later.universe(utcMs(wall.now()))).find(({ symbol }) => symbol === 'BIG')?.id).toBe(ids.get('BIG'));
		stored.storedUntil = (nyse.sessionOn(exchangeDate('2025-01-16')) as Session).close;
		expect(await later.includesDelisted?.()).toBe(true);
	});

	it('give splits and dividends to the company that had the symbol', async () => {
		const { truth, start } = await open();
		const split = (symbol: string, date: string) => ({ symbol, date, ratio: 2 });
		truth.splits = [split('REU', '2024-12-03'), split('REU', '2024-12-23'), split('RENA', '2024-12-04'), split('LATE', '2024-12-11')];
		const provider = start();
		const names = await namesOf(provider);
		const found = await provider.splits?.(FROM, LIVE.date);
		expect(found?.map(({ tickerId, date }) => `${date} ${names[tickerId - 1]}`).sort()).toEqual([
			'2024-12-03 REU 2024-12-06',
			'2024-12-04 RENB',
			'2024-12-23 REU',
		]);
	});
});

describe('the past counts as chosen afterwards', () => {
	it('not while every stored session has its members, live ones included', async () => {
		const { start, stored } = await open();
		const provider = start();
		await provider.history?.session(LIVE);
		expect(await provider.includesDelisted?.()).toBe(true);
		stored.storedUntil = LIVE.close;
		expect(await provider.includesDelisted?.()).toBe(true);
		stored.storedUntil = utcMs((nyse.nextSession(LIVE.date) as Session).open + HOUR);
		expect(await provider.includesDelisted?.()).toBe(false);
	});

	it('when the plan refuses past days: the sessions have today’s tickers, with one warning', async () => {
		const { start, warnings, stored } = await open(({ path }) =>
			path.startsWith(GROUPED) && path.slice(-10) < '2024-12-20'
				? { json: { status: 'NOT_AUTHORIZED', message: 'Your plan does not include this data timeframe.' }, status: 403 }
				: undefined,
		);
		const provider = start();
		expect(await tradedOn(provider, '2024-12-03')).toEqual(TODAY);
		expect(warnings).toEqual([expect.stringMatching(/^Past sessions will consist of today's most traded tickers.*data timeframe/)]);
		stored.storedUntil = (PAST[0] as Session).close;
		expect(await provider.includesDelisted?.()).toBe(false);
		// What was filled in that way stays marked, and no further days are asked for.
		const asked = countOf(GROUPED);
		expect(await start().includesDelisted?.()).toBe(false);
		await start().universe(LIVE.open);
		expect(countOf(GROUPED)).toBe(asked + 1);
	});

	it('not when a first answer is odd: it is asked for again', async () => {
		let isOdd = true;
		const { start, warnings } = await open(({ path }) => (isOdd && path.startsWith(GROUPED) ? { json: { results: 7 } } : undefined));
		const provider = start();
		await expect(provider.universe(LIVE.open)).rejects.toThrow(/grouped daily bars.*results/);
		isOdd = false;
		expect(await tradedOn(provider, '2024-12-03')).toContain('GONE 2024-12-12');
		expect(warnings).toEqual([]);
	});

	it('in data that was filled by earlier versions, which stays as it is', async () => {
		const { start, stored, directory } = await open();
		stored.storedUntil = (PAST[3] as Session).close;
		const provider = start();
		expect(await tradedOn(provider, '2024-12-20')).toEqual(TODAY);
		await provider.slot?.(LIVE, 0);
		expect(await directory.memberDates()).toEqual([]);
		expect([countOf(GROUPED), await provider.includesDelisted?.()]).toEqual([1, false]);
	});

	it('where the symbols are given: nothing is ranked', async () => {
		const { start } = await open(undefined, { symbols: ['MID', 'TINY'] });
		const provider = start();
		expect(await tradedOn(provider, '2024-12-16')).toEqual(['MID', 'TINY']);
		expect([countOf(GROUPED), await provider.includesDelisted?.()]).toEqual([0, false]);
	});
});
