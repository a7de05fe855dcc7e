import { CAP_BUCKETS, type CapBucket } from '../prices/cap.ts';
import { defaultInterval, TOPS, type TopCategory } from '../prices/top-categories.ts';
import type { TopInterval } from '../prices/top-lists.ts';

/** What a picture or video for link cards stands for: the landing page, a top table or a ticker, on one of the product's hosts. */
export interface PreviewKey {
	/** Lower case, with its port where it has one. */
	readonly host: string;
	readonly category: TopCategory | null;
	readonly interval: TopInterval | null;
	/** A symbol in upper case. */
	readonly ticker: string | null;
	/** Each once, in the order of the list of buckets; none is all. */
	readonly marketcap: readonly CapBucket[];
	readonly video: boolean;
}

/** As requested; absent parts are left open. */
export interface AskedKey {
	readonly host?: string | null | undefined;
	readonly category?: TopCategory | null | undefined;
	readonly interval?: TopInterval | null | undefined;
	readonly ticker?: string | null | undefined;
	readonly marketcap?: readonly CapBucket[] | null | undefined;
	readonly video?: boolean | null | undefined;
}

/** The host of an address: 'https://Example.com:8443/x' -> 'example.com:8443'. */
export const hostOf = (origin: string): string =>
	origin
		.toLowerCase()
		.replace(/^[a-z]+:\/\//, '')
		.replace(/\/.*$/, '');

/** The key that is meant: equal questions give equal keys. `host` is the one of questions that name none. */
export const previewKey = ({ host, category, interval, ticker, marketcap, video }: AskedKey, home: string): PreviewKey => ({
	host: (host ?? home).toLowerCase(),
	category: category ?? null,
	interval: interval ?? null,
	ticker: ticker?.toUpperCase() ?? null,
	marketcap: marketcap?.includes('all') ? [] : CAP_BUCKETS.filter((bucket) => marketcap?.includes(bucket)),
	video: video ?? false,
});

/** One line for each key, the same for equal ones. */
export const keyLine = ({ host, category, interval, ticker, marketcap, video }: PreviewKey): string =>
	JSON.stringify([host, category, interval, ticker, marketcap, video]);

/** What a picture can be drawn of. */
export type PreviewSubject =
	| { readonly kind: 'landing' }
	| { readonly kind: 'table'; readonly category: TopCategory; readonly interval: TopInterval; readonly marketcap: readonly CapBucket[] }
	| { readonly kind: 'ticker'; readonly symbol: string };

/** What the key stands for; undefined where nothing can be drawn: videos, and a ticker together with a table. */
export const subjectOf = ({ category, interval, ticker, marketcap, video }: PreviewKey): PreviewSubject | undefined => {
	if (video) return undefined;
	const isTable = category !== null || interval !== null || marketcap.length > 0;
	if (ticker !== null) return isTable ? undefined : { kind: 'ticker', symbol: ticker };
	if (!isTable) return { kind: 'landing' };
	const table = category ?? TOPS[0].name;
	return { kind: 'table', category: table, interval: interval ?? defaultInterval(table), marketcap };
};
