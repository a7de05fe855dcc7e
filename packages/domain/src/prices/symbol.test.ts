import { describe, expect, it } from 'vitest';
import { normalizeSymbol, yahooSymbol } from './symbol.ts';

describe('the normal form of a symbol', () => {
	it.each([
		['BRK.B', 'BRK-B', 'brk-b', 'BRK/B', 'BRK B', 'BRK^B', 'BRK_B', 'BRKB', 'BRK.B.US', 'BRK-B.US', 'NYSE:BRK.B', 'BRK/B US Equity'],
		['GOOG', 'goog', 'Goog', '#GOOG', 'GOOG.US', 'NASDAQ:GOOG', 'GOOG.XNAS', 'GOOG.NAS', 'GOOG.OQ', 'GOOG US Equity'],
		['BAC.PRL', 'BAC-PL', 'BACpL', 'BAC^L', 'BAC$L', 'BAC PRL', 'BAC/PRL', 'BAC-PRL', 'BAC PrL', 'bac-pl', 'BAC_L.US'],
		['T.PRC', 'TpC', 'T-PC', 'T^C', 'T PRC'],
		['PSA.PRR', 'PSA-PR', 'PSApR', 'PSA^R', 'PSA.PRR'],
		['TY.PR', 'TY-P', 'TYp', 'TY.PR', 'TY^'],
		['OXY.WS', 'OXY-WT', 'OXY.WS', 'OXY/WS', 'OXY+', 'OXY.WT', 'OXY WS'],
		['EVGO.WSA', 'EVGO-WTA', 'EVGO.WS.A', 'EVGO+A'],
		['AAC.U', 'AAC-UN', 'AAC.U', 'AAC/U', 'AAC=', 'AAC-U', 'AAC-UT'],
		['AAN.WI', 'AANw', 'AAN-WI', 'AAN.WI'],
		['AAN.RT', 'AANr', 'AAN-RI', 'AAN.RT', 'AAN RT'],
		['HVT.A', 'HVT-A', 'HVT/A', 'HVT A', 'HVT.A'],
		['^GSPC', '^GSPC', '^gspc'],
		['TPC', 'tpc', 'TPC'],
	])('%s is one ticker however it is written', (symbol, ...written) => {
		for (const text of written) expect([text, normalizeSymbol(text)]).toEqual([text, symbol]);
		expect(normalizeSymbol(symbol)).toBe(symbol);
	});

	it.each(['aAPl', 'AApL1x', 'A?', '', 'HVT_A', 'BACpLw'])('%j is none', (text) => expect(normalizeSymbol(text)).toBeUndefined());

	it('never gives one name to two securities that differ by the case of a letter', () => {
		const names = ['TPC', 'TpC', 'TWC', 'TwC', 'TRC', 'TrC'].map(normalizeSymbol);
		expect(new Set(names).size).toBe(names.length);
	});

	it.each([
		['BRK.B', 'BRK-B'],
		['BAC.PRL', 'BAC-PL'],
		['TY.PR', 'TY-P'],
		['EVGO.WSA', 'EVGO-WTA'],
		['AAC.U', 'AAC-UN'],
		['AAN.RT', 'AAN-RI'],
		['AAPL', 'AAPL'],
		['^GSPC', '^GSPC'],
	])('%s is %s at Yahoo, and back', (symbol, yahoo) => {
		expect(yahooSymbol(symbol)).toBe(yahoo);
		expect(normalizeSymbol(yahoo)).toBe(symbol);
	});
});
