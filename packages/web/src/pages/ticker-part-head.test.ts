import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { historyTitles } from '../features/history/titles.ts';
import { validationTitles } from '../features/validation/titles.ts';
import { tickerPartHead } from './ticker-part-head.ts';

function titleOf(part: Parameters<typeof tickerPartHead>, queryClient: QueryClient, search: { tickerName?: string }): string | undefined {
	const { meta } = tickerPartHead(...part)({
		match: { search, context: { origin: 'https://example.test', queryClient } },
		params: { id: '7' },
	});
	return meta.flatMap((tag) => ('title' in tag && tag.title ? [tag.title] : []))[0];
}

it.each([
	['history', historyTitles],
	['validation', validationTitles],
] as const)('the title of the page %s names the symbol, from the answers or the address', (name, titles) => {
	const known = new QueryClient();
	known.setQueryData(['signals', 'ticker', 7], { ticker: 'AMD', ticker_id: 7 });
	expect(titleOf([name, titles], known, {})).toContain('AMD');
	expect(titleOf([name, titles], new QueryClient(), { tickerName: 'MSFT' })).toContain('MSFT');
});
