import { SLICES } from './slices.ts';

/** Texts of the strip above a list. */
export const stripWords = {
	summary: (day: string | undefined, share: string, slice: keyof typeof SLICES, usual: string | undefined) =>
		`${day === undefined ? 'today' : `on ${day}`} ${share} of tickers ${SLICES[slice].did} on 1h${usual === undefined ? '' : `, usually ${usual}`}`,
	noCount: 'market breadth',
} as const;
