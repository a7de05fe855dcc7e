import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PRESET_LINKS, templateError, tickerUrl } from './symbol.ts';

const AAPL = { symbol: 'AAPL', exchange: null };

describe('links to a ticker on other sites', () => {
	it('fill in the symbol as each site spells it', () => {
		const addresses = (symbol: string) => PRESET_LINKS.map(({ template }) => tickerUrl(template, { symbol, exchange: null }));
		expect(addresses('AAPL')).toEqual([
			'https://www.tradingview.com/chart/?symbol=AAPL',
			'https://finance.yahoo.com/quote/AAPL',
			'https://finviz.com/quote.ashx?t=AAPL',
		]);
		expect(addresses('BRK.B')).toEqual([
			'https://www.tradingview.com/chart/?symbol=BRK.B',
			'https://finance.yahoo.com/quote/BRK-B',
			'https://finviz.com/quote.ashx?t=BRK-B',
		]);
	});

	it('name the exchange where it is known, and are left out where they need an unknown one', () => {
		expect(tickerUrl('https://a.example/{tv}', { symbol: 'AAPL', exchange: 'NASDAQ' })).toBe('https://a.example/NASDAQ%3AAAPL');
		expect(tickerUrl('https://a.example/{exchange}/{symbol}', { symbol: 'AAPL', exchange: 'NASDAQ' })).toBe(
			'https://a.example/NASDAQ/AAPL',
		);
		expect(tickerUrl('https://a.example/{exchange}/{symbol}', AAPL)).toBeNull();
	});

	it('escape what a symbol may contain', () => {
		expect(tickerUrl('https://a.example/?q={symbol}', { symbol: '^GSPC', exchange: null })).toBe('https://a.example/?q=%5EGSPC');
	});

	it('stay on their site whatever the symbol, in a valid template', () => {
		const templates = fc
			.tuple(fc.webPath(), fc.constantFrom('symbol', 'tv', 'yahoo'))
			.map(([path, name]) => `https://broker.example${path}?q={${name}}`);
		fc.assert(
			fc.property(templates, fc.string(), (template, symbol) => {
				fc.pre(templateError(template) === null && symbol.isWellFormed());
				expect(new URL(tickerUrl(template, { symbol, exchange: null }) ?? '').host).toBe('broker.example');
			}),
		);
	});
});

describe('a template', () => {
	it('is an https address with a placeholder', () => {
		for (const { template } of PRESET_LINKS) expect(templateError(template)).toBeNull();
		expect(templateError('https://broker.example:8443/t/{symbol}#{tv}')).toBeNull();
	});

	it.each([
		['http://a.example/{symbol}', 'Start with https://.'],
		['javascript:alert({symbol})', 'Start with https://.'],
		['HTTPS://a.example/{symbol}', 'Start with https://.'],
		['https://a.example/{serial}', '{serial} isn’t a placeholder. Use {symbol}, {exchange}, {tv} or {yahoo}.'],
		['https://a.example/{constructor}', '{constructor} isn’t a placeholder. Use {symbol}, {exchange}, {tv} or {yahoo}.'],
		['https://a.example/', 'Add {symbol} where the ticker’s symbol belongs.'],
		['https://a.example/{symbol}/{', 'Close each placeholder, for example {symbol}.'],
		['https://{symbol}.example/', 'Enter the site’s name after https://, without placeholders or passwords.'],
		['https://user:pass@a.example/{symbol}', 'Enter the site’s name after https://, without placeholders or passwords.'],
		['https:///{symbol}', 'Enter the site’s name after https://, without placeholders or passwords.'],
		['https://a..example/{symbol}', 'Enter the site’s name after https://, without placeholders or passwords.'],
		['https://a.example/x y/{symbol}', 'Remove spaces and backslashes.'],
		[`https://a.example/{symbol}/${'x'.repeat(500)}`, 'Use at most 500 characters.'],
	])('%s is refused', (template, fault) => expect(templateError(template)).toBe(fault));
});
