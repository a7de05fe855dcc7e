/** Layouts of mention tables, recognized by their headers. */

import { MENTION_SOURCES, type MentionSource } from '@sw/domain/prices/blocks';
import { normalSymbol } from '@sw/domain/prices/symbol';
import { ImportError } from '../faults/import-error.ts';
import { stemOf } from '../names/symbol-of.ts';

/**
 * counts: a number a row. posts: a row is one mention of a post; repeated ones of the same post count once. A column is -1 when absent.
 */
export interface MentionLayout {
	kind: 'counts' | 'posts';
	source: MentionSource | 'column';
	zone: 'utc' | 'new-york';
	symbol: string | undefined;
	columns: {
		time: number;
		symbol: number;
		source: number;
		count: number;
		retweets: number;
		authors: number;
		isRetweet: number;
		post: number;
	};
}

const NONE = { time: -1, symbol: -1, source: -1, count: -1, retweets: -1, authors: -1, isRetweet: -1, post: -1 };

/** How to read a table of mentions with this header, or undefined when it is none. ImportError 'unused' for counts by day. */
export function recogniseMentions(header: string, name: string): MentionLayout | undefined {
	const names = header.split(',').map((column) => column.trim().toLowerCase());
	const at = (column: string): number => names.indexOf(column);
	const hasAll = (...columns: string[]): boolean => columns.every((column) => names.includes(column));
	if (hasAll('mentions') && (hasAll('date') || hasAll('date_utc')))
		throw new ImportError('unused', 'It counts mentions by day; hourly counts are needed.');
	const series = /^twitter_volume_(.+)$/i.exec(stemOf(name))?.[1];
	if (series && names.join() === 'timestamp,value')
		return { kind: 'counts', source: 'twitter', zone: 'utc', symbol: normalSymbol(series), columns: { ...NONE, time: 0, count: 1 } };
	if (hasAll('symbol', 'created_at_utc', 'is_retweet'))
		return {
			kind: 'posts',
			source: 'twitter',
			zone: 'utc',
			symbol: undefined,
			columns: { ...NONE, time: at('created_at_utc'), symbol: at('symbol'), isRetweet: at('is_retweet'), post: at('tweet_id') },
		};
	if (hasAll('created', 'post_id', 'ticker'))
		return {
			kind: 'posts',
			source: 'reddit',
			zone: 'new-york',
			symbol: undefined,
			columns: { ...NONE, time: at('created'), symbol: at('ticker'), post: at('post_id') },
		};
	if (hasAll('symbol', 'mention', 'mention datetime'))
		return {
			kind: 'counts',
			source: 'reddit',
			zone: 'utc',
			symbol: undefined,
			columns: { ...NONE, time: at('mention datetime'), symbol: at('symbol'), count: at('mention') },
		};
	if (hasAll('symbol', 'time', 'source', 'mentions'))
		return {
			kind: 'counts',
			source: 'column',
			zone: 'utc',
			symbol: undefined,
			columns: {
				...NONE,
				time: at('time'),
				symbol: at('symbol'),
				source: at('source'),
				count: at('mentions'),
				retweets: at('retweets'),
				authors: at('authors'),
			},
		};
	return undefined;
}

/** Index into MENTION_SOURCES, or -1. */
export function sourceIndex(source: string): number {
	const names: readonly string[] = MENTION_SOURCES;
	return names.indexOf(source.trim().toLowerCase());
}
