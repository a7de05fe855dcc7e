import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrangeEntries, readWatchlist, type TextEntry, writeWatchlist } from './watchlist.ts';

function symbols(text: string): string[] {
	return readWatchlist(text).map(({ symbol }) => symbol);
}

describe('a watchlist', () => {
	it("is read from TradingView's format, with exchanges and sections", () => {
		expect(readWatchlist('NASDAQ:AAPL,NYSE:IBM,###Big oil,NYSE:XOM\n###,AMEX:SPY')).toEqual([
			{ symbol: 'AAPL', exchange: 'NASDAQ', section: null },
			{ symbol: 'IBM', exchange: 'NYSE', section: null },
			{ symbol: 'XOM', exchange: 'NYSE', section: 'Big oil' },
			{ symbol: 'SPY', exchange: 'AMEX', section: null },
		]);
	});

	it.each([
		['Finviz CSV', '"No.","Ticker","Company","Price"\n1,"AAPL","Apple, Inc.",190\n2,"BRK-B","Berkshire ""B""",400', ['AAPL', 'BRK-B']],
		['Yahoo CSV', '\ufeffSymbol,Current Price,Date\r\nAAPL,190.1,2026/06/30\r\n^GSPC,5000,2026/06/30\r\n', ['AAPL', '^GSPC']],
		['a table with tabs', '1\tAAPL\tApple Inc.\tTechnology\n2\tIBM\tInternational Business Machines', ['AAPL', 'IBM']],
		['lines with names', 'AAPL Apple Inc.\nBRK.B Berkshire Hathaway', ['AAPL', 'BRK.B']],
		['pasted words', '$AAPL $msft,  tsla;F\n\n T', ['AAPL', 'msft', 'tsla', 'F', 'T']],
		['nothing', ' \n,,;\n', []],
		['a header alone', 'Symbol,Price', []],
	])('is read from %s', (_name, text, expected) => {
		expect(symbols(text)).toEqual(expected);
	});

	const symbol = fc.stringMatching(/^[A-Z]{1,5}(\.[A-C])?$/).filter((text) => !/^(SYMBOLS?|TICKERS?)$/.test(text));
	const exchange = fc.constantFrom('NASDAQ', 'NYSE', 'AMEX', null);
	const section = fc.option(
		fc
			.stringMatching(/^[\w &"'().=+-]{1,20}$/)
			.map((text) => text.trim())
			.filter((text) => text !== '' && !/^[=+\-@"]/.test(text)),
		{ nil: null },
	);
	const list = fc
		.uniqueArray(fc.record({ symbol, exchange, section }), { maxLength: 1_000, selector: (entry) => entry.symbol })
		.map((entries) => arrangeEntries(entries.map((entry, id) => ({ ...entry, tickerId: id as never }))))
		.map((entries): TextEntry[] => entries.map(({ tickerId: _, ...entry }) => entry as never));

	it("comes back from CSV and TradingView's format as it was, up to a thousand tickers", () => {
		fc.assert(
			fc.property(list, (entries) => {
				expect(readWatchlist(writeWatchlist('csv', entries))).toEqual(entries);
				expect(readWatchlist(writeWatchlist('tradingview', entries))).toEqual(entries);
				const bare = entries.map((entry) => ({ ...entry, exchange: null, section: null }));
				expect(readWatchlist(writeWatchlist('text', entries))).toEqual(bare);
			}),
		);
	});

	it('is arranged with each ticker once, and each section in one piece', () => {
		const entry = (id: number, name: string | null) => ({ tickerId: id as never, exchange: null, section: name });
		expect(arrangeEntries([entry(1, 'A'), entry(2, null), entry(3, 'B'), entry(4, 'A'), entry(2, 'B')])).toEqual([
			entry(2, null),
			entry(1, 'A'),
			entry(4, 'A'),
			entry(3, 'B'),
		]);
	});

	it('reads any text without an error', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				for (const one of readWatchlist(text)) expect(one.symbol.trim()).not.toBe('');
			}),
		);
	});
});
