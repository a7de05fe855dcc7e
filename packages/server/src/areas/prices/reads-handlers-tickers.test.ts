import type { Filing } from '@sw/domain/filings/filing-book';
import { createPlainBook } from '@sw/domain/filings/testing/plain-book';
import type { Ticker } from '@sw/domain/prices/ticker';
import { DAY, tickerId, utcMs } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { createDirectory } from '../../market/window/directory.ts';
import type { PriceWindow } from '../../market/window/price-window.ts';
import { createTickers } from './reads-handlers.ts';

const NOW = utcMs(Date.UTC(2026, 10, 24, 21));
const SYMBOLS = ['BRK.A', 'BRK.B', 'BRKR', 'BAC', 'BAC.PRL', 'T', 'T.PRC', 'TPC'];
const directory = createDirectory(
	SYMBOLS.map(
		(symbol, at): Ticker => ({
			id: tickerId(at + 1),
			symbol,
			name: `Company ${at}`,
			type: 'stocks',
			industry: null,
			shares: null,
			listed: null,
			delisted: null,
		}),
	),
);
const PARTS = { directory, prices: { sessions: [] } as unknown as PriceWindow, now: () => NOW };
const { search } = createTickers(PARTS);

function found(part: string): string[] {
	return search({ part, skip: 0, max: 9 }).items.map(({ ticker }) => ticker);
}

describe('a ticker search', () => {
	it.each(['BRK-B', 'brk.b', 'BRK/B', 'BRK B', 'BRKB', 'BRK.B.US'])('finds BRK.B written as %s', (part) =>
		expect(found(part)).toEqual(['BRK.B']),
	);
	it('finds all that begin alike, and preferred shares in other spellings', () => {
		expect(found('brk')).toEqual(['BRK.A', 'BRK.B', 'BRKR']);
		expect([found('brk-'), found('BAC-PL'), found('BAC^L'), found('TpC')]).toEqual([
			['BRK.A', 'BRK.B'],
			['BAC.PRL'],
			['BAC.PRL'],
			['T.PRC', 'TPC'],
		]);
		expect(found('tpc')[0]).toBe('TPC');
	});
});

describe('a ticker', () => {
	const ending = (form: string, days: number): Filing => {
		const acceptedAt = utcMs(NOW - days * DAY);
		const issued = {
			accession: '0000000001-26-000001',
			cik: 1,
			form,
			items: [],
			source: 'feed' as const,
			link: null,
			tickerId: tickerId(2),
		};
		return { ...issued, acceptedAt, earliestAt: acceptedAt, seenAt: acceptedAt };
	};
	const details = (filings: Filing[]) => {
		const book = { ...createPlainBook(filings, []), issuerOf: () => ({ cik: 1, exchange: 'NYSE', sic: null, industry: null }) };
		const { exchange, ending: at } = createTickers({ ...PARTS, book }).read(tickerId(2));
		return { exchange, ending: at };
	};

	it('has the exchange of its issuer, and when a filing announced the end of its listing', () => {
		expect(details([ending('25-NSE', 3)])).toEqual({ exchange: 'NYSE', ending: '2026-11-21T21:00:00Z' });
		expect([details([ending('8-K', 3)]).ending, details([ending('15-12G', 91)]).ending]).toEqual([null, null]);
	});

	it('has neither without filings', () => {
		expect(createTickers(PARTS).read(tickerId(2))).toMatchObject({ exchange: null, ending: null });
	});
});

describe('the directory', () => {
	it.each([
		['brk-b', 'BRK.B'],
		['BRKB', 'BRK.B'],
		['bac-pl', 'BAC.PRL'],
		['TpC', 'T.PRC'],
		['tpc', 'TPC'],
		['HVT-A', undefined],
	])('knows %s as %s', (written, symbol) => expect(directory.bySymbol(written)?.symbol).toBe(symbol));
});
