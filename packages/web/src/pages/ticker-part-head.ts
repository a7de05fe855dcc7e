import { pageHead } from '../lib/head.ts';

interface Matched {
	match: { search: { tickerName?: unknown }; context: { origin: string } };
	params: { id: string };
}

/** The head of one of a ticker's protected pages, by the name of its last step; the address may say what the ticker is called. */
export const tickerPartHead =
	(part: string, words: { title(ticker: string): string; description(ticker: string): string }) =>
	({ match, params }: Matched) => {
		const name = match.search.tickerName;
		const ticker = typeof name === 'string' ? name : params.id;
		return pageHead({
			title: words.title(ticker),
			description: words.description(ticker),
			path: `/ticker/${params.id}/${part}`,
			origin: match.context.origin,
			noindex: true,
		});
	};
