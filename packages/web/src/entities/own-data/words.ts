import { formatCount } from '../../lib/format/numbers.ts';

/** Texts for readers of a market whose prices they may not see. */
export const words = {
	/** 'Your data is here: 4,876 reports, 12 tickers.' */
	title: (reports: number, tickers: number) =>
		`Your data is here: ${formatCount(reports)} ${reports === 1 ? 'report' : 'reports'}, ${formatCount(tickers)} ${tickers === 1 ? 'ticker' : 'tickers'}.`,
	/** Until the numbers are known. */
	titleAlone: 'Your data is here.',
	detail: 'Prices from this source can’t be shown publicly.',
	signIn: 'Sign in',
	plans: 'See plans',
	first: 'There is no administrator yet. The server prints how to become one when it starts.',
} as const;
