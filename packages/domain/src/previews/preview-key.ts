import { CAP_BUCKETS, type CapBucket } from '../prices/buckets.ts';
import { defaultInterval, TOPS, type TopCategory, type TopInterval } from '../prices/top-lists.ts';

/** The subject of a link preview's picture or video: the landing page, a top table or a ticker, on one of the site's hosts. */
export interface PreviewKey {
	/** Lower case, with the port, if any. */
	readonly host: string;
	readonly category: TopCategory | null;
	readonly interval: TopInterval | null;
	/** A symbol in upper case. */
	readonly ticker: string | null;
	/** Without duplicates, in the order of the tiers; empty: all. */
	readonly marketcap: readonly CapBucket[];
	readonly video: boolean;
}

/** A key as requested, before `normalizePreviewKey` is applied. */
export interface PreviewRequest {
	readonly host?: string | null | undefined;
	readonly category?: TopCategory | null | undefined;
	readonly interval?: TopInterval | null | undefined;
	readonly ticker?: string | null | undefined;
	readonly marketcap?: readonly CapBucket[] | null | undefined;
	readonly video?: boolean | null | undefined;
}

/** Returns the host of an address: 'https://Example.com:8443/x' -> 'example.com:8443'. */
export function hostOf(origin: string): string {
	return origin
		.toLowerCase()
		.replace(/^[a-z]+:\/\//, '')
		.replace(/\/.*$/, '');
}

/** Normalizes a request: equivalent requests give equal keys. `defaultHost` applies if the request names no host. */
export function normalizePreviewKey(
	{ host, category, interval, ticker, marketcap, video }: PreviewRequest,
	defaultHost: string,
): PreviewKey {
	return {
		host: (host ?? defaultHost).toLowerCase(),
		category: category ?? null,
		interval: interval ?? null,
		ticker: ticker?.toUpperCase() ?? null,
		marketcap: marketcap?.includes('all') ? [] : CAP_BUCKETS.filter((bucket) => marketcap?.includes(bucket)),
		video: video ?? false,
	};
}

/** Returns a text that is equal for equal keys. */
export function serializeKey({ host, category, interval, ticker, marketcap, video }: PreviewKey): string {
	return JSON.stringify([host, category, interval, ticker, marketcap, video]);
}

/** The subjects for which a picture can be generated. */
export type PreviewSubject =
	| { readonly kind: 'landing' }
	| { readonly kind: 'table'; readonly category: TopCategory; readonly interval: TopInterval; readonly marketcap: readonly CapBucket[] }
	| { readonly kind: 'ticker'; readonly symbol: string };

/** Returns the subject of a key; undefined if no picture can be generated: for videos, and for a ticker combined with a table. */
export function subjectOf({ category, interval, ticker, marketcap, video }: PreviewKey): PreviewSubject | undefined {
	if (video) return undefined;
	const isTable = category !== null || interval !== null || marketcap.length > 0;
	if (ticker !== null) return isTable ? undefined : { kind: 'ticker', symbol: ticker };
	if (!isTable) return { kind: 'landing' };
	const effectiveCategory = category ?? TOPS[0].name;
	return { kind: 'table', category: effectiveCategory, interval: interval ?? defaultInterval(effectiveCategory), marketcap };
}
