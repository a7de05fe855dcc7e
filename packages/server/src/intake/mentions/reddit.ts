import { normalizeSymbol } from '@sw/domain/prices/symbol';
import { DAY, HOUR, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { VendorError } from '../outbound/vendor-error.ts';
import { firstWholeHour, type MentionCounter, type MentionHour } from './mention-source.ts';
import { type Post, parseListing, parseRedditToken } from './parse.ts';

/** Symbols that are usually a word or an abbreviation when written without a dollar sign: collected from false hits in real posts, plus similar words. */
const COMMON_WORDS = new Set(
	`ALL AM AMP AN AND ANY API ARE ATH ATM BE BIG BUY BY CAN CASH CEO CFO COM CPI DD DO EDIT ELSE EOD EPS ETF EU EV FAST FDA FED FOR FUN GDP GO GOOD GROW HAS HE
	HOLD HOPE HUGE II IMO IN INFO IPO IRS IS IT JAN KEY KIDS LAND LIFE LIVE LOAN LOVE LOW MAN MOON NEW NEXT NICE NOW NYC NYT NYSE OF ON ONE OP OPEN OR OUT PAY
	PE PEAK PLAN PLAY PM POST PSA PUMP REAL RH RIDE ROI ROPE SAFE SALE SAVE SEC SEE SELL SHO SO STAY TA TECH THE TLDR TO TOP TRUE TWO UK UP US USA USD VERY VS
	WELL WHO WSB XL YOLO YOU`
		.split(/\s+/)
		.filter(Boolean),
);

const CASHTAG = /\$([A-Za-z]{1,5}(?:[.-][A-Za-z])?)(?![A-Za-z])/g;

const CAPITALIZED_WORD = /(?<![\p{L}\p{N}$&'’-])([A-Z]{3,5}(?:[.-][A-Z])?)(?![\p{L}\p{N}&'’-])/gu;

export interface RedditKeys {
	id: string;
	secret: string;
}
export interface RedditUrls {
	login: string;
	api: string;
}
export const REDDIT_URLS: RedditUrls = { login: 'https://www.reddit.com', api: 'https://oauth.reddit.com' };

const SUBREDDITS = ['wallstreetbets', 'stocks', 'options', 'investing'];
/** Reddit lists about a thousand posts per subreddit, a hundred per page. A list of nearly that length is truncated. */
const MAX_PAGES = 10;
const TRUNCATED_LENGTH = 950;
/** Older posts are not counted. */
const LOOK_BACK_MS = 2 * DAY;
const USER_AGENT = 'server:signalwheel:1.0 (self-hosted market signals)';

/** Counts mentions in the newest posts of a few subreddits, each ticker once per post. On busy days a list of a thousand posts covers less than a day. */
export function createRedditCounter(outbound: Outbound, wall: WallClock, keys: RedditKeys, urls = REDDIT_URLS): MentionCounter {
	let token: { text: string; expiresAt: number } | undefined;
	const getAccessToken = async (): Promise<string> => {
		if (token && wall.now() < token.expiresAt) return token.text;
		const text = await outbound.text('token', new URL('/api/v1/access_token', urls.login), {
			method: 'POST',
			headers: {
				authorization: `Basic ${Buffer.from(`${keys.id}:${keys.secret}`).toString('base64')}`,
				'content-type': 'application/x-www-form-urlencoded',
				'user-agent': USER_AGENT,
			},
			body: 'grant_type=client_credentials',
		});
		const grant = parseRedditToken(text);
		token = { text: grant.token, expiresAt: wall.now() + (grant.lifetimeSeconds - 60) * 1000 };
		return token.text;
	};
	/** Requests a page. A rejected token was revoked early, so it is replaced once. */
	const fetchListing = async (url: URL, isRetry = false): Promise<string> => {
		const headers = { authorization: `Bearer ${await getAccessToken()}`, 'user-agent': USER_AGENT };
		try {
			return await outbound.text('listing', url, { headers });
		} catch (error) {
			if (!(error instanceof VendorError && error.status === 401)) throw error;
			token = undefined;
			if (isRetry) throw error;
			return fetchListing(url, true);
		}
	};
	/** Fetches posts back to `from` or to the end of the list, newest first; complete since `completeSince`. */
	const fetchNewPosts = async (subreddit: string, from: UtcMs): Promise<{ posts: Post[]; completeSince: UtcMs }> => {
		const posts: Post[] = [];
		let after: string | undefined;
		for (let page = 0; page < MAX_PAGES; page++) {
			const url = new URL(`/r/${subreddit}/new`, urls.api);
			url.searchParams.set('limit', '100');
			url.searchParams.set('raw_json', '1');
			if (after) url.searchParams.set('after', after);
			const listing = parseListing(await fetchListing(url));
			posts.push(...listing.posts);
			const oldest = listing.posts.at(-1);
			if (!listing.after || !oldest || oldest.ms < from) break;
			after = listing.after;
		}
		return { posts, completeSince: posts.length < TRUNCATED_LENGTH ? from : firstWholeHour(from, posts.at(-1)?.ms ?? from) };
	};

	return {
		name: 'reddit',
		source: 'reddit',
		reachMs: DAY,
		async countHours(symbols, from, to) {
			const start = firstWholeHour(from, wall.now() - LOOK_BACK_MS);
			if (start >= to) return undefined;
			const knownSymbols = new Set(symbols);
			const counts = new Map<string, MentionHour>();
			const authorsByKey = new Map<string, Set<string>>();
			const countedIds = new Set<string>();
			const postLists: Awaited<ReturnType<typeof fetchNewPosts>>[] = [];
			for (const subreddit of SUBREDDITS) postLists.push(await fetchNewPosts(subreddit, start));
			// An hour is counted only if the posts of all subreddits are complete.
			const since = utcMs(Math.max(...postLists.map(({ completeSince }) => completeSince)));
			if (since >= to) return undefined;
			for (const { id, ms, text, author } of postLists.flatMap(({ posts }) => posts)) {
				if (ms < since || ms >= to || countedIds.has(id)) continue;
				countedIds.add(id);
				const hour = Math.floor(ms / HOUR) * HOUR;
				for (const symbol of matchTickers(text, knownSymbols)) {
					const key = `${symbol} ${hour}`;
					const count = counts.get(key) ?? { symbol, ms: hour, mentions: 0, retweets: 0 };
					count.mentions++;
					counts.set(key, count);
					// Each post of a deleted account counts as a separate author.
					authorsByKey.set(key, (authorsByKey.get(key) ?? new Set()).add(author ?? `post ${id}`));
				}
			}
			return { since, hours: [...counts].map(([key, count]) => ({ ...count, authors: authorsByKey.get(key)?.size ?? 0 })) };
		},
	};
}

/** Finds the known symbols that a text names: all cashtags, and words in capitals that are neither common words nor abbreviations. */
export function matchTickers(text: string, knownSymbols: ReadonlySet<string>): Set<string> {
	const matches = new Set<string>();
	const add = (candidate: string): void => {
		const symbol = knownSymbols.has(candidate) ? candidate : normalizeSymbol(candidate);
		if (symbol !== undefined && knownSymbols.has(symbol)) matches.add(symbol);
	};
	for (const [, tag = ''] of text.matchAll(CASHTAG)) add(tag.toUpperCase());
	// In a text all in capitals, capitals are no evidence.
	const letters = text.replace(/[^A-Za-z]/g, '');
	if (letters.length > 20 && letters === letters.toUpperCase()) return matches;
	for (const [, word = ''] of text.matchAll(CAPITALIZED_WORD)) if (!COMMON_WORDS.has(word)) add(word);
	return matches;
}
