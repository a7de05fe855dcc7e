import { DAY, HOUR, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { VendorError } from '../outbound/vendor-error.ts';
import { matchTickers } from './match-tickers.ts';
import { firstHour, type MentionCounter, type MentionHour } from './mention-source.ts';
import { type Post, parseListing, parseRedditToken } from './parse.ts';

export interface RedditKeys {
	id: string;
	secret: string;
}
export interface RedditAddresses {
	login: string;
	api: string;
}
export const REDDIT_ADDRESSES: RedditAddresses = { login: 'https://www.reddit.com', api: 'https://oauth.reddit.com' };

const SUBREDDITS = ['wallstreetbets', 'stocks', 'options', 'investing'];
/** Reddit lists about a thousand posts per subreddit, a hundred per page. A list nearly that long is missing older posts. */
const MOST_PAGES = 10;
const NEARLY_ALL = 950;
/** Older posts are not requested. */
const LOOKS_BACK = 2 * DAY;
const USER_AGENT = 'server:signalwheel:1.0 (self-hosted market signals)';

/** Mentions in the newest posts of a few subreddits; each ticker counts once per post. On a busy day a thousand posts may cover less than a day. */
export function createReddit(outbound: Outbound, wall: WallClock, keys: RedditKeys, addresses = REDDIT_ADDRESSES): MentionCounter {
	let token: { text: string; until: number } | undefined;
	const login = async (): Promise<string> => {
		if (token && wall.now() < token.until) return token.text;
		const text = await outbound.text('token', new URL('/api/v1/access_token', addresses.login), {
			method: 'POST',
			headers: {
				authorization: `Basic ${Buffer.from(`${keys.id}:${keys.secret}`).toString('base64')}`,
				'content-type': 'application/x-www-form-urlencoded',
				'user-agent': USER_AGENT,
			},
			body: 'grant_type=client_credentials',
		});
		const given = parseRedditToken(text);
		token = { text: given.token, until: wall.now() + (given.seconds - 60) * 1000 };
		return token.text;
	};
	/** A refused token was revoked early: a new one is requested, once. */
	const listing = async (url: URL, isSecond = false): Promise<string> => {
		const headers = { authorization: `Bearer ${await login()}`, 'user-agent': USER_AGENT };
		try {
			return await outbound.text('listing', url, { headers });
		} catch (error) {
			if (!(error instanceof VendorError && error.status === 401)) throw error;
			token = undefined;
			if (isSecond) throw error;
			return listing(url, true);
		}
	};
	/** Newest first, back to `from` or to the end of the list; `reached` is the instant since which the posts are complete. */
	const newPosts = async (subreddit: string, from: UtcMs): Promise<{ posts: Post[]; reached: UtcMs }> => {
		const posts: Post[] = [];
		let after: string | undefined;
		for (let page = 0; page < MOST_PAGES; page++) {
			const url = new URL(`/r/${subreddit}/new`, addresses.api);
			url.searchParams.set('limit', '100');
			url.searchParams.set('raw_json', '1');
			if (after) url.searchParams.set('after', after);
			const found = parseListing(await listing(url));
			posts.push(...found.posts);
			const oldest = found.posts.at(-1);
			if (!found.after || !oldest || oldest.ms < from) break;
			after = found.after;
		}
		return { posts, reached: posts.length < NEARLY_ALL ? from : firstHour(from, posts.at(-1)?.ms ?? from) };
	};

	return {
		name: 'reddit',
		source: 'reddit',
		reach: DAY,
		async hours(symbols, from, to) {
			const asked = firstHour(from, wall.now() - LOOKS_BACK);
			if (asked >= to) return undefined;
			const known = new Set(symbols);
			const counts = new Map<string, MentionHour>();
			const writers = new Map<string, Set<string>>();
			const seen = new Set<string>();
			const places: Awaited<ReturnType<typeof newPosts>>[] = [];
			for (const subreddit of SUBREDDITS) places.push(await newPosts(subreddit, asked));
			// An hour counts only if the posts of all subreddits are complete.
			const since = utcMs(Math.max(...places.map(({ reached }) => reached)));
			if (since >= to) return undefined;
			for (const { id, ms, text, author } of places.flatMap(({ posts }) => posts)) {
				if (ms < since || ms >= to || seen.has(id)) continue;
				seen.add(id);
				const hour = Math.floor(ms / HOUR) * HOUR;
				for (const symbol of matchTickers(text, known)) {
					const key = `${symbol} ${hour}`;
					const count = counts.get(key) ?? { symbol, ms: hour, mentions: 0, retweets: 0 };
					count.mentions++;
					counts.set(key, count);
					// Each post of a deleted account counts as a separate author.
					writers.set(key, (writers.get(key) ?? new Set()).add(author ?? `post ${id}`));
				}
			}
			return { since, hours: [...counts].map(([key, count]) => ({ ...count, authors: writers.get(key)?.size ?? 0 })) };
		},
	};
}
