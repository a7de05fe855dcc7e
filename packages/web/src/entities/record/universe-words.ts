import { formatCount } from '../../lib/format/numbers.ts';

/** Texts about the tickers of a record. */
export const universeWords = {
	universe: (tickers: number, ended: number) =>
		ended === 0
			? `${formatCount(tickers)} ${tickers === 1 ? 'ticker' : 'tickers'}, none of them has ended since.`
			: `${formatCount(tickers)} ${tickers === 1 ? 'ticker' : 'tickers'}, of which ${formatCount(ended)} ${ended === 1 ? 'has' : 'have'} ended since.`,
	ending: (open: number, some: string, all: string) =>
		`${formatCount(open)} ${open === 1 ? 'occurrence was' : 'occurrences were'} open on the last day of ${open === 1 ? 'its' : 'their'} ticker: ${some} would have hit had these lost 30 %, ${all} had they lost everything.`,
	hindsight: 'Universe chosen afterwards: tickers that ended earlier may be missing, which flatters rises.',
};
