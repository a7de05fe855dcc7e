import { aboutTitles } from './titles.ts';

/** Words of the page about the service. */
export const words = {
	...aboutTitles,
	lead: 'Signalwheel watches the whole market at every quarter-hour, measures how extreme each ticker is on several timeframes at once, and hands you a short ranked list whose every number can be explained, replayed and checked against what happened next.',
	sections: [
		{
			title: 'How a wheel is read',
			paragraphs: [
				'Each slice is a sector: the price, the sum of calls and puts, the volume, and calls minus puts. Each ring is a timeframe, short inside and long outside. A cell is shaded by its depth: how many of five fixed rings the sector has crossed on that timeframe.',
				'A ring is crossed at 1.5, 2, 2.5, 3 and 4 typical moves. A typical move is what such a stretch of that ticker usually does, at that time of day. A dashed cell could not be measured.',
			],
		},
		{
			title: 'What the rate says',
			paragraphs: [
				'The rate is the weighted sum of depths over the three rated timeframes, with weights 1, 2 and 4. It is a whole number and orders the list; every term of it stands on the page of the ticker.',
				'Extreme rise and extreme fall list tickers whose price went unusually far up or down. Coiled spring lists quiet ones whose range has become unusually narrow. Free lists all that are traded enough, so that a filter of your own decides.',
			],
		},
		{
			title: 'What the numbers do not say',
			paragraphs: [
				'A candidate is an unusual situation that was measured, never advice to buy or sell. All results are hypothetical. Past results do not foretell later ones. Beside every statistic stand its sample size, its interval and its base rate.',
			],
		},
		{
			title: 'Reports',
			paragraphs: [
				'A report is the immutable result of one quarter-hour. It uses nothing that came later, carries the hash of its content chained to the report before it, and can be computed again from the stored prices. A correction makes a new version; the older one stays readable.',
			],
		},
	],
	toList: 'To the list',
	toPrices: 'Plans and prices',
} as const;
