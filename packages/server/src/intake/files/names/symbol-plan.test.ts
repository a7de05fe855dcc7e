import { describe, expect, it } from 'vitest';
import { ImportError } from '../faults/import-error.ts';
import { symbolOfVendorName } from './symbol-of.ts';
import { planSymbols, type SymbolSource } from './symbol-plan.ts';

const plan = (places: readonly string[], from?: SymbolSource, inFolders = false): string => {
	const found = planSymbols(
		places.map((place) => ({ name: place, place, inFolders })),
		from,
	);
	return found instanceof ImportError ? found.message : [...found.values()].join(' ');
};

describe('the symbols of files that do not name them', () => {
	it.each([
		[['in/AZO/2024-Q4.csv.gz', 'in/BKNG/2024-Q4.csv.gz'], 'AZO BKNG'],
		[['in/AAA/prices.csv', 'in/BBB/prices.csv'], 'AAA BBB'],
		[['in/AAA/daily.csv', 'in/BBB/daily.csv'], 'AAA BBB'],
		[['in/bars.zip!AZO/2023.csv', 'in/bars.zip!AZO/2024.csv', 'in/bars.zip!TDG/2024.csv'], 'AZO AZO TDG'],
		[['in/AAPL.csv', 'in/brk-b.csv', 'in/^gspc.csv'.replace('^', '')], 'AAPL BRK-B GSPC'],
		[['in/AAPL_2023.csv', 'in/AAPL_2024.csv', 'in/MSFT-2024-01-02.csv'], 'AAPL AAPL MSFT'],
		[['in/AAPL.csv', 'in/ALL.csv', 'in/MSFT.csv', 'in/PRICE.csv', 'in/IBM.csv'], 'AAPL ALL MSFT PRICE IBM'],
		[['x/AAPL.csv'], 'AAPL'],
	])('%j are %s', (places, symbols) => expect(plan(places)).toBe(symbols));

	it('of one folder of numbers are the folder’s where the format has a folder for each symbol, and only there', () => {
		expect(plan(['AZO/2023.csv', 'AZO/2024.csv'], undefined, true)).toBe('AZO AZO');
		expect(plan(['AZO/2023.csv', 'AZO/2024.csv'])).toMatch(/'2023' is no symbol/);
	});

	it.each([
		[['a/AAPL.csv', 'b/AAPL.csv'], /AAPL would come from 2 folders: a\/, b\//],
		[['2023/AAPL.csv', '2023/MSFT.csv', '2024/AAPL.csv'], /AAPL would come from 2 folders/],
		[['in/prices.csv'], /'prices' is no symbol/],
		[['in/ALL.csv'], /'ALL' is no symbol/],
		[['in/daily.csv'], /'daily' is no symbol/],
		[['in/2024.csv'], /'2024' is no symbol/],
		[['in/Q4.csv', 'in/M15.csv'], /no symbol/],
		[['in/AAPL.csv', 'in/export of tuesday.csv'], /'export of tuesday' is no symbol/],
		[['in/AZO/2024.csv', 'in/very long folder/2024.csv'], /'2024' is no symbol/],
	])('%j stop and ask', (places, why) => {
		expect(plan(places)).toMatch(why);
		expect(plan(places)).toMatch(/--symbol-from folder, file or column/);
	});

	it('are taken from where the user says, or refused by name', () => {
		expect(plan(['a/AAPL.csv', 'b/AAPL.csv'], 'file')).toBe('AAPL AAPL');
		expect(plan(['a/AAPL.csv', 'b/AAPL.csv'], 'folder')).toBe('A B');
		expect(plan(['in/prices.csv'], 'file')).toBe('PRICES');
		expect(plan(['in/20240102.csv'], 'file')).toBe('20240102');
		expect(plan(['a b c/AAPL.csv'], 'folder')).toMatch(/'a b c' is no symbol \(a b c\/AAPL\.csv\)/);
		expect(plan(['in/AAPL.csv'], 'column')).toMatch(/no column of symbols/);
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
	])('%s tells %s by a vendor’s rule', (name, symbol) => expect(symbolOfVendorName(name)).toBe(symbol));
});
