import { expect, it } from 'vitest';
import { formatPage } from './page-text.ts';

it('a page is named by what it shows', () => {
	const none = { category: null, interval: null, ticker: null, marketcap: [] };
	expect(formatPage(none)).toBe('Landing page');
	expect(formatPage({ ...none, ticker: 'AZO' })).toBe('AZO');
	expect(formatPage({ ...none, category: 'gainers', interval: '4h', marketcap: ['mega_cap'] })).toBe(
		'Top Gainers · 4 hour · $200bln and more',
	);
});
