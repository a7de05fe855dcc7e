import { describe, expect, it } from 'vitest';
import { ImportError } from '../faults/import-error.ts';
import { symbolOfVendorName } from './symbol-of.ts';
import { findDuplicateSources, planSymbols, type SymbolSource } from './symbol-plan.ts';

function plan(places: readonly string[], from?: SymbolSource, inFolders = false): string {
	const found = planSymbols(
		places.map((place) => ({ name: place, sourcePath: place, inFolders })),
		from,
	);
	return found instanceof ImportError ? found.message : [...found.values()].join(' ');
}

describe('the symbols of files that do not name them', () => {
	it.each([
		[['in/AZO/2024-Q4.csv.gz', 'in/BKNG/2024-Q4.csv.gz'], 'AZO BKNG'],
		[['in/AAA/prices.csv', 'in/BBB/prices.csv'], 'AAA BBB'],
		[['in/AAA/daily.csv', 'in/BBB/daily.csv'], 'AAA BBB'],
		[['in/bars.zip!AZO/2023.csv', 'in/bars.zip!AZO/2024.csv', 'in/bars.zip!TDG/2024.csv'], 'AZO AZO TDG'],
		[['in/AAPL.csv', 'in/brk-b.csv', 'in/^gspc.csv'.replace('^', '')], 'AAPL BRK.B GSPC'],
		[['in/AAPL_2023.csv', 'in/AAPL_2024.csv', 'in/MSFT-2024-01-02.csv'], 'AAPL AAPL MSFT'],
		[['in/AAPL.csv', 'in/ALL.csv', 'in/MSFT.csv', 'in/PRICE.csv', 'in/IBM.csv'], 'AAPL ALL MSFT PRICE IBM'],
		[['x/AAPL.csv'], 'AAPL'],
		[['in/NASDAQ_AAPL.csv', 'in/NYSE_IBM.csv', 'in/NYSE-BRK.B.csv'], 'AAPL IBM BRK.B'],
		[['in/AAPL_NASDAQ.csv', 'in/stooq_IBM_2024.csv'], 'AAPL IBM'],
		[['in/BRK_B.csv', 'in/brk-a.us.txt', 'in/bac_l.us.txt', 'in/BAC-PK.csv'], 'BRK.B BRK.A BAC.PRL BAC.PRK'],
		[['in/AAPL_adj.csv', 'in/IBM_2024_raw.csv', 'in/KO_part1.csv'], 'AAPL IBM KO'],
	])('%j are %s', (places, symbols) => expect(plan(places)).toBe(symbols));

	it('of one folder of numbers are the folder’s where the format has a folder for each symbol, and only there', () => {
		expect(plan(['AZO/2023.csv', 'AZO/2024.csv'], undefined, true)).toBe('AZO AZO');
		expect(plan(['AZO/2023.csv', 'AZO/2024.csv'])).toMatch(/'2023' isn't a symbol/);
	});

	it.each([
		[['a/AAPL.csv', 'b/AAPL.csv'], /AAPL would come from 2 folders: a\/, b\//],
		[['2023/AAPL.csv', '2023/MSFT.csv', '2024/AAPL.csv'], /AAPL would come from 2 folders/],
		[['in/prices.csv'], /'prices' isn't a symbol/],
		[['in/ALL.csv'], /'ALL' isn't a symbol/],
		[['in/daily.csv'], /'daily' isn't a symbol/],
		[['in/2024.csv'], /'2024' isn't a symbol/],
		[['in/Q4.csv', 'in/M15.csv'], /isn't a symbol/],
		[['in/AAPL.csv', 'in/export of tuesday.csv'], /'export of tuesday' isn't a symbol/],
		[['in/mine_AAPL.csv', 'in/mine_IBM.csv'], /'mine_AAPL' isn't a symbol/],
		[['in/HVT.csv', 'in/HVT_A.csv'], /'HVT_A' isn't a symbol/],
		[['a/BRK-B.csv', 'b/BRK.B.csv'], /BRK\.B would come from 2 folders/],
		[['in/AZO/2024.csv', 'in/very long folder/2024.csv'], /'2024' isn't a symbol/],
	])('%j stop and ask', (places, reason) => {
		expect(plan(places)).toMatch(reason);
		expect(plan(places)).toMatch(/--symbol-from folder, file or column/);
	});

	it('are taken from where the user says, or refused by name', () => {
		expect(plan(['a/AAPL.csv', 'b/AAPL.csv'], 'file')).toBe('AAPL AAPL');
		expect(plan(['a/AAPL.csv', 'b/AAPL.csv'], 'folder')).toBe('A B');
		expect(plan(['in/prices.csv'], 'file')).toBe('PRICES');
		expect(plan(['in/20240102.csv'], 'file')).toBe('20240102');
		expect(plan(['a b c/AAPL.csv'], 'folder')).toMatch(/'a b c' isn't a symbol \(a b c\/AAPL\.csv\)/);
		expect(plan(['in/AAPL.csv'], 'column')).toMatch(/No symbol column/);
	});
});

describe('the name of a file', () => {
	it.each([
		['mixed/SPY_15min.csv', 'SPY'],
		['SPY_daily.csv.gz', 'SPY'],
		['nt-spy-minute-2011.csv', 'SPY'],
		['SPY.Last.txt', 'SPY'],
		['AAPLUSUSD_M15.csv', 'AAPL'],
		['us/AZO/2024.csv.gz', undefined],
		['brk-b.csv', undefined],
	])('%s gives %s by a vendor’s rule', (name, symbol) => expect(symbolOfVendorName(name)).toBe(symbol));
});

describe('files of one symbol from two sources', () => {
	const conflict = (symbol: string, places: readonly string[]) =>
		findDuplicateSources(places.map((place) => ({ name: place, sourcePath: place, symbol })))?.error.message;

	it.each([
		['ABC', ['NASDAQ_ABC.csv', 'NYSE_ABC.csv']],
		['ABC', ['NASDAQ_ABC, 15.csv', 'NYSE_ABC, 15.csv']],
		['ABC', ['ABC.csv', 'NASDAQ_ABC, 15.csv']],
		['ABC', ['ABC_NASDAQ.csv', 'ABC_NYSE.csv']],
		['ABC', ['yahoo_ABC.csv', 'stooq_ABC.csv']],
		['ABC', ['abc.csv', 'ABC.US.csv']],
		['ABC.A', ['ABC-A.csv', 'ABC.A.csv']],
		['ABC.WS', ['ABC-WT.csv', 'ABC.WS.csv']],
	])('%s in %j is asked about', (symbol, places) => {
		expect(conflict(symbol, places)).toBe(
			`The symbol isn't clear from the name. ${symbol} would come from 2 sources: ${places.join(', ')}. Import one of them, or each by itself with --symbol SYMBOL. Nothing was imported.`,
		);
	});

	it.each([
		['ABC', ['NASDAQ_ABC, 15.csv', 'NASDAQ_ABC, 1D.csv']],
		['ABC', ['ABC_2023.csv', 'abc_2024.csv']],
		['SPY', ['SPY.csv', 'SPY_1min.csv']],
		['ABC', ['ABC/jan.csv', 'ABC/feb.csv']],
	])('%s in %j is not', (symbol, places) => expect(conflict(symbol, places)).toBeUndefined());

	it('that are of different tickers are not', () => {
		const files = ['NASDAQ_ABC.csv', 'NYSE_DEF.csv'].map((place) => ({ name: place, sourcePath: place, symbol: place.slice(-7, -4) }));
		expect(findDuplicateSources(files)).toBeUndefined();
	});
});
