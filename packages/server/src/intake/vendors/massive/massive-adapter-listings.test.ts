import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { createSymbolHolders } from '../membership.ts';
import { assignSymbols } from './massive-adapter.ts';
import { parseTickers } from './parse.ts';

const SINCE = exchangeDate('2024-01-02');

function listings(...rows: object[]) {
	return parseTickers(JSON.stringify({ results: rows })).value;
}
const active = (ticker: string, composite_figi?: string) => ({ ticker, name: `${ticker} Inc.`, type: 'CS', active: true, composite_figi });
const ended = (ticker: string, day: string, composite_figi?: string) => ({
	...{ ticker, name: `Old ${ticker}`, type: 'CS', active: false, delisted_utc: `${day}T04:00:00Z`, composite_figi },
});

/** Whose the symbol was, by name and end. */
function holder(held: ReturnType<typeof assignSymbols>, symbol: string, date: string): string | undefined {
	const company = createSymbolHolders(held).companyOf(symbol, exchangeDate(date));
	return company && [company.ticker.name, company.delisted].filter(Boolean).join(' ');
}

describe('a listing', () => {
	it('has the exchange that the vendor names by its MIC, none of an unknown one', () => {
		const rows = ['XNAS', 'XNYS', 'XASE', 'ARCX', 'BATS', 'XXXX', undefined].map((primary_exchange) => ({
			...active('AAA'),
			primary_exchange,
		}));
		expect(listings(...rows).map(({ ticker }) => ticker.exchange)).toEqual(['NASDAQ', 'NYSE', 'AMEX', 'AMEX', 'CBOE', null, null]);
	});
});

describe('the symbols of listings', () => {
	it('go from one company to the next, an end on a weekend being that of the last session', () => {
		const rows = listings(ended('AAA', '2024-06-09'), ended('AAA', '2024-03-01'), ended('AAA', '2023-12-29'));
		const held = assignSymbols(listings(active('AAA')), rows, nyse, SINCE);
		expect(held.length).toBe(3);
		expect(holder(held, 'AAA', '2024-03-01')).toBe('Old AAA 2024-03-01');
		expect(holder(held, 'AAA', '2024-06-07')).toBe('Old AAA 2024-06-07');
		expect(holder(held, 'AAA', '2024-06-10')).toBe('AAA Inc.');
		expect(holder(held, 'BBB', '2024-06-10')).toBeUndefined();
	});

	it('of a renamed company are its own one after the other, and before that no company’s', () => {
		const rows = listings(ended('FB', '2024-06-07', 'F1'), ended('FBX', '2024-03-01', 'F1'), ended('META', '2024-01-26', 'F2'));
		const held = assignSymbols(listings(active('META', 'F1')), rows, nyse, SINCE);
		expect(['2024-03-01', '2024-03-04'].map((date) => holder(held, 'FBX', date))).toEqual(['META Inc.', undefined]);
		expect(['2024-03-01', '2024-03-04', '2024-06-10'].map((date) => holder(held, 'FB', date))).toEqual([undefined, 'META Inc.', undefined]);
		expect(['2024-01-26', '2024-03-04', '2024-06-07', '2024-06-10'].map((date) => holder(held, 'META', date))).toEqual([
			'Old META 2024-01-26',
			undefined,
			undefined,
			'META Inc.',
		]);
		const { symbolOf, companyOf } = createSymbolHolders(held);
		const meta = companyOf('META', exchangeDate('2025-01-02'));
		expect(meta && ['2024-02-01', '2024-05-01', '2024-07-01'].map((date) => symbolOf(meta, exchangeDate(date)))).toEqual([
			'FBX',
			'FB',
			'META',
		]);
	});

	it('of a company that was renamed and then ended are one company', () => {
		const held = assignSymbols([], listings(ended('OLD', '2024-03-01', 'F1'), ended('NEW', '2024-06-07', 'F1')), nyse, SINCE);
		expect(holder(held, 'OLD', '2024-03-01')).toBe('Old NEW 2024-06-07');
		expect(holder(held, 'NEW', '2024-06-07')).toBe('Old NEW 2024-06-07');
	});

	it('leave out an older listing of the same company, and keep two that trade side by side', () => {
		const held = assignSymbols(
			listings(active('VLG', 'F1'), active('VLG.A', 'F1')),
			listings(ended('VLG', '2024-03-01', 'F1')),
			nyse,
			SINCE,
		);
		expect(held.map(({ symbol, until }) => [symbol, until])).toEqual([
			['VLG', null],
			['VLG.A', null],
		]);
		expect(holder(held, 'VLG.A', '2024-02-01')).toBe('VLG.A Inc.');
	});

	it('are those of stocks and funds; an ended one may lack its type, not its end', () => {
		const { type: _, ...untyped } = ended('BBB', '2024-03-01');
		const rows = listings(
			untyped,
			{ ...ended('CCC', '2024-03-01'), type: 'WARRANT' },
			{ ...ended('DDD', '2024-03-01'), delisted_utc: null },
			{ ...ended('EEE', '2024-03-01'), delisted_utc: 'soon' },
			{ ...active('FFF'), type: null },
		);
		expect(rows.map(({ ticker: { symbol, type }, delisted }) => [symbol, type, delisted])).toEqual([['BBB', 'stocks', '2024-03-01']]);
	});
});
