import { describe, expect, it } from 'vitest';
import { exchangeName, exchangeOf } from './exchange.ts';

describe('an exchange', () => {
	it.each([
		['XNAS', 'NASDAQ'],
		['XNYS', 'NYSE'],
		['XASE', 'AMEX'],
		['ARCX', 'AMEX'],
		['BATS', 'CBOE'],
		['Nasdaq', 'NASDAQ'],
		['NasdaqGS', 'NASDAQ'],
		['NYSE Arca', 'AMEX'],
		['NYSE American', 'AMEX'],
		['OTC', 'OTC'],
		['XLON', null],
		['', null],
		[null, null],
	])('written %s is %s', (written, name) => {
		expect(exchangeName(written)).toBe(name);
	});

	it("of a ticker is the vendor's before the issuer's, and never guessed", () => {
		expect(exchangeOf({ type: 'stocks', exchange: 'NASDAQ' }, { exchange: 'NYSE' })).toBe('NASDAQ');
		expect(exchangeOf({ type: 'stocks' }, { exchange: 'NYSE' })).toBe('NYSE');
		expect(exchangeOf({ type: 'etf', exchange: null }, { exchange: 'NASDAQ' })).toBe('NASDAQ');
		expect(exchangeOf({ type: 'etf', exchange: null }, { exchange: 'NYSE' })).toBeNull();
		expect(exchangeOf({ type: 'stocks' }, { exchange: null })).toBeNull();
		expect(exchangeOf({ type: 'stocks' })).toBeNull();
	});
});
