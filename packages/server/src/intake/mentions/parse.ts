/** Parses responses of mention sources. Throws VendorError 'shape'. */
import { normalizeSymbol } from '@sw/domain/prices/symbol';
import { HOUR, SECOND } from '@sw/domain/time/units';
import { z } from 'zod';
import { decode, instant, parseJson, seconds, ticker } from '../outbound/decode.ts';

export interface ApeWisdomPage {
	pages: number;
	/** Mentions of the last 24 hours by symbol. */
	mentions: Map<string, number>;
}

export function parseApeWisdom(text: string): ApeWisdomPage {
	const { pages, results } = decode('apewisdom', 'mentions', apeWisdomWire, parseJson('apewisdom', 'mentions', text));
	return {
		pages,
		mentions: new Map(results.map(({ ticker, mentions }) => [normalizeSymbol(ticker.toUpperCase()) ?? ticker.toUpperCase(), mentions])),
	};
}

export function parseRedditToken(text: string): { token: string; lifetimeSeconds: number } {
	const { access_token, expires_in } = decode('reddit', 'token', redditTokenWire, parseJson('reddit', 'token', text));
	return { token: access_token, lifetimeSeconds: expires_in };
}

export interface Post {
	id: string;
	ms: number;
	text: string;
	/** Undefined if the account was deleted. */
	author: string | undefined;
}
export interface Listing {
	posts: Post[];
	/** Cursor of the next page. */
	after: string | undefined;
}

export function parseListing(text: string): Listing {
	const { data } = decode('reddit', 'listing', listingWire, parseJson('reddit', 'listing', text));
	const posts = data.children.map(({ data: post }) => ({
		id: post.id,
		ms: post.created_utc * SECOND,
		text: `${post.title ?? ''}\n${post.selftext ?? ''}`,
		author: post.author && post.author !== '[deleted]' ? post.author : undefined,
	}));
	return { posts, after: data.after ?? undefined };
}

/** Parses numbers of posts by hour (its start in UTC ms); the first and last hour can be partial. `next`: cursor of the next page. */
export function parseCounts(text: string): { hours: Map<number, number>; next: string | undefined } {
	const { data, meta } = decode('x', 'counts', countsWire, parseJson('x', 'counts', text));
	const hours = new Map<number, number>();
	for (const { start, tweet_count } of data ?? []) {
		const hour = Math.floor(start / HOUR) * HOUR;
		hours.set(hour, (hours.get(hour) ?? 0) + tweet_count);
	}
	return { hours, next: meta.next_token ?? undefined };
}

// Schemas of the fields used from ApeWisdom (https://apewisdom.io/api/), Reddit's listings and X's recent counts.
const count = z.number().int().nonnegative();

/** GET /api/v1.0/filter/{filter}/page/{n}: mentions of the last 24 hours. */
const apeWisdomWire = z.object({
	pages: z.number().int().nonnegative(),
	current_page: z.number().int().positive(),
	results: z.array(z.object({ ticker, mentions: z.coerce.number().int().nonnegative() })),
});

/** POST /api/v1/access_token */
const redditTokenWire = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** GET /r/{sub}/new */
const listingWire = z.object({
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

/** GET /2/tweets/counts/recent; without posts, `data` is missing. */
const countsWire = z
	.object({
		data: z.array(z.object({ start: instant, end: instant, tweet_count: count })).nullish(),
		meta: z.object({ total_tweet_count: count, next_token: z.string().nullish() }),
	})
	.refine(({ data, meta }) => data || meta.total_tweet_count === 0, { path: ['data'], error: 'Its list is missing.' });
