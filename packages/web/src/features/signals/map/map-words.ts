import { formatCount } from '../../../lib/format/numbers.ts';

/** Texts of the list as a map. */
export const mapWords = {
	title: 'Map by industry',
	lead: (shown: number) =>
		`${formatCount(shown)} ${shown === 1 ? 'ticker' : 'tickers'} of this page. Area: square root of the market cap; colour: change of the day, full from 5 %.`,
	keys: 'Arrow keys move between tickers, Enter opens one.',
	unknown: 'Industry unknown',
	noChange: 'n/a',
	tile: (ticker: string, name: string, change: string, cap: string, rate: string) =>
		`${ticker}, ${name}: ${change}, market cap ${cap}, rate ${rate}`,
} as const;
