/** The fields used from the answers of ApeWisdom (https://apewisdom.io/api/), Reddit's listings and X's recent counts. */
import { z } from 'zod';
import { instant, seconds, ticker } from '../outbound/decode.ts';

const count = z.number().int().nonnegative();

/** GET /api/v1.0/filter/{filter}/page/{n}: mentions of the last 24 hours. */
export const apeWisdomWire = z.object({
	pages: z.number().int().nonnegative(),
	current_page: z.number().int().positive(),
	results: z.array(z.object({ ticker, mentions: z.coerce.number().int().nonnegative() })),
});

/** POST /api/v1/access_token */
export const redditTokenWire = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** GET /r/{sub}/new */
export const listingWire = z.object({
	kind: z.literal('Listing'),
	data: z.object({
		after: z.string().nullish(),
		children: z.array(
			z.object({
				data: z.object({
					id: z.string().min(1),
					created_utc: seconds,
					title: z.string().nullish(),
					selftext: z.string().nullish(),
					author: z.string().nullish(),
				}),
			}),
		),
	}),
});

/** GET /2/tweets/counts/recent; no `data` when there are no posts. */
export const countsWire = z
	.object({
		data: z.array(z.object({ start: instant, end: instant, tweet_count: count })).nullish(),
		meta: z.object({ total_tweet_count: count, next_token: z.string().nullish() }),
	})
	.refine(({ data, meta }) => data || meta.total_tweet_count === 0, { path: ['data'], error: 'Its list is missing.' });
