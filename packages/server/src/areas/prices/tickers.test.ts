import type { Ticker } from '@sw/domain/prices/ticker';
import { tickerId } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { createDirectory } from '../../market/window/directory.ts';
import type { PriceWindow } from '../../market/window/price-window.ts';
import { createTickers } from './tickers.ts';

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
const { search } = createTickers({ directory, prices: { sessions: [] } as unknown as PriceWindow });

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
