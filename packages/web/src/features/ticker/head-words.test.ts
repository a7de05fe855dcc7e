import { expect, it } from 'vitest';
import { createTickerDetail, createTickerOutline } from '../../testing/tickers.ts';
import { tickerHeadWords } from './head-words.ts';

it('describes a ticker to search engines: what it is, its direction, and the report', () => {
	const words = {
		title: 'DELAR · DELAR Holdings',
		description:
			'DELAR, DELAR Holdings: candidate to fall back, rate 96. How extreme price, volume and option flow were in the 11:45 ET report of 06/30/2026.',
	};
	expect(tickerHeadWords(createTickerOutline('DELAR', 7))).toEqual(words);
	expect(tickerHeadWords(createTickerDetail('DELAR', 7))).toEqual(words);
	expect(tickerHeadWords(createTickerOutline('DELAR', 7, { listed: false })).description).toContain(': not in this list, rate 96.');
});
