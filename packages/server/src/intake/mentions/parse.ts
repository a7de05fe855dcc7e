/** Parses the answers of mention sources. Pure. */
import { normalSymbol } from '@sw/domain/prices/symbol';
import { HOUR, SECOND } from '@sw/domain/time/units';
import { decode, parseJson } from '../outbound/decode.ts';
import { apeWisdomWire, countsWire, listingWire, redditTokenWire } from './wire.ts';

export interface ApeWisdomPage {
	pages: number;
	/** Mentions of the last 24 hours by symbol. */
	mentions: Map<string, number>;
}

export function parseApeWisdom(text: string): ApeWisdomPage {
	const { pages, results } = decode('apewisdom', 'mentions', apeWisdomWire, parseJson('apewisdom', 'mentions', text));
	return {
		pages,
		mentions: new Map(results.map(({ ticker, mentions }) => [normalSymbol(ticker.toUpperCase()) ?? ticker.toUpperCase(), mentions])),
	};
}

export function parseRedditToken(text: string): { token: string; seconds: number } {
	const { access_token, expires_in } = decode('reddit', 'token', redditTokenWire, parseJson('reddit', 'token', text));
	return { token: access_token, seconds: expires_in };
}

export interface Post {
	id: string;
	ms: number;
	text: string;
	/** Absent of those whose account is gone. */
	author: string | undefined;
}
export interface Listing {
	posts: Post[];
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

/** Posts by the hour that they began in, UTC milliseconds; first and last may be parts of an hour. */
export function parseCounts(text: string): { hours: Map<number, number>; next: string | undefined } {
	const { data, meta } = decode('x', 'counts', countsWire, parseJson('x', 'counts', text));
	const hours = new Map<number, number>();
	for (const { start, tweet_count } of data ?? []) {
		const hour = Math.floor(start / HOUR) * HOUR;
		hours.set(hour, (hours.get(hour) ?? 0) + tweet_count);
	}
	return { hours, next: meta.next_token ?? undefined };
}
