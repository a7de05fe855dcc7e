import { expect, it } from 'vitest';
import { pageText } from './page-text.ts';

it('a page is named by what it shows', () => {
	const none = { category: null, interval: null, ticker: null, marketcap: [] };
	expect(pageText(none)).toBe('Landing page');
	expect(pageText({ ...none, ticker: 'AZO' })).toBe('AZO');
	expect(pageText({ ...none, category: 'gainers', interval: '4h', marketcap: ['mega_cap'] })).toBe(
		'Top Gainers · 4 hour · $200bln and more',
	);
});
