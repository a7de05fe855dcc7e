import { z } from 'zod';

/** What a record owes to tickers that have ended. */
export const recordUniverse = z
	.object({
		tickers: z.int().min(0).describe('Tickers of the finished occurrences at the main horizon.'),
		ended: z.int().min(0).describe('Of them, how many have been delisted since.'),
		open: z.int().min(0).describe('Occurrences that were open on the last day of their ticker; they end at its last close.'),
		hindsight: z
			.boolean()
			.describe(
				'Whether the tickers were chosen afterwards: reports were built later for tickers known then, so that those that ended before may be missing.',
			),
		cases: z
			.array(
				z.object({
					loss: z.number().describe('Assumed loss, a share of the price.'),
					rate: z.number().describe('Share of hits.'),
					mean: z.number().describe('Mean excess.'),
				}),
			)
			.describe(
				'Share of hits and mean excess if each of the open occurrences had lost a share of its price on the last day of its ticker.',
			),
	})
	.meta({ id: 'RecordUniverse' });
