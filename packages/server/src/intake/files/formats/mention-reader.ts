/** Reads tables of mentions, and sums them by symbol, source and hour. */
import { createMentionBlock, MENTION_COUNTERS, MENTION_SOURCES, type MentionBlock, type MentionSource } from '@sw/domain/prices/blocks';
import { normalizeSymbol } from '@sw/domain/prices/symbol';
import { DAY, type ExchangeDate, HOUR, MINUTE, SECOND, utcMs } from '@sw/domain/time/units';
import { newYorkDay } from '@sw/domain/time/zone';
import { type Fields, parseDecimal } from '../bytes/byte-fields.ts';
import { createRowLineReader, readFieldText } from '../bytes/byte-lines.ts';
import { createParsedTime, endOfDay, newYorkInstant, readYearFirst } from '../bytes/byte-time.ts';
import { ImportError } from '../faults/import-error.ts';
import type { RejectReason } from '../faults/rejects.ts';
import type { SymbolBlock, SymbolSummary, TableReader } from '../fold/symbol-block.ts';
import { NO_RENAMES } from '../names/symbol-history.ts';
import { stemOf } from '../names/symbol-of.ts';

/** Counts by hour and source. Key: hours since 1970 (UTC) × SOURCE_COUNT + index of the source. */
type CountsByHour = Map<number, Counts>;

interface Counts {
	mentions: number;
	retweets: number;
	/** UNKNOWN if the file does not say. */
	authors: number;
}
const UNKNOWN = -1;

/** First and last hour of each source in the file, in hours since 1970. */
type SourceHours = Map<number, { first: number; last: number }>;

const SOURCE_COUNT = 2;

export function createMentionReader(layout: MentionLayout, firstLine: number, history = NO_RENAMES, today?: ExchangeDate): TableReader {
	const endOfToday = endOfDay(today);
	const { columns } = layout;
	const parsedTime = createParsedTime();
	const countsBySymbol = new Map<string, CountsByHour>();
	const summaryBySymbol = new Map<string, SymbolSummary>();
	/** 'post symbol' of each mention that is counted already. */
	const countedPosts = new Set<string>();
	const normalizedSymbols = new Map<string, string | undefined>();
	const sourceHours: SourceHours = new Map();
	const minimumFields = 1 + Math.max(...Object.values(columns));
	let firstMs = Number.POSITIVE_INFINITY;
	let lastMs = Number.NEGATIVE_INFINITY;

	const readCount = (buffer: Buffer, fields: Fields, column: number): number =>
		column < 0 || column >= fields.count ? 0 : parseDecimal(buffer, fields.starts[column]!, fields.ends[column]!);
	const normalize = (symbol: string): string | undefined => {
		if (!normalizedSymbols.has(symbol)) normalizedSymbols.set(symbol, normalizeSymbol(symbol));
		return normalizedSymbols.get(symbol);
	};
	const readTime = (buffer: Buffer, fields: Fields): number => {
		if (!readYearFirst(buffer, fields.starts[columns.time]!, fields.ends[columns.time]!, parsedTime)) return Number.NaN;
		if (!Number.isNaN(parsedTime.offsetMinutes)) return parsedTime.day * DAY + parsedTime.clockMs - parsedTime.offsetMinutes * MINUTE;
		return layout.zone === 'utc' ? parsedTime.day * DAY + parsedTime.clockMs : newYorkInstant(parsedTime.day, parsedTime.clockMs);
	};
	const readRow = (buffer: Buffer, fields: Fields): RejectReason | undefined => {
		if (fields.count < minimumFields) return 'columns';
		const symbolInRow = layout.symbol ?? normalize(readFieldText(buffer, fields, columns.symbol));
		if (symbolInRow === undefined) return 'symbol';
		const time = readTime(buffer, fields);
		if (Number.isNaN(time)) return 'time';
		if (time >= endOfToday) return 'future';
		const symbol = history.findPermanentSymbol(symbolInRow, newYorkDay(time));
		if (symbol === undefined) return 'company';
		const source = findSourceIndex(layout.source === 'column' ? readFieldText(buffer, fields, columns.source) : layout.source);
		const isRetweet = columns.isRetweet >= 0 && readFieldText(buffer, fields, columns.isRetweet) === '1';
		let mentions = layout.kind === 'posts' ? (isRetweet ? 0 : 1) : readCount(buffer, fields, columns.count);
		let retweets = layout.kind === 'posts' ? (isRetweet ? 1 : 0) : readCount(buffer, fields, columns.retweets);
		const hasAuthors = columns.authors >= 0 && readFieldText(buffer, fields, columns.authors) !== '';
		const authors = hasAuthors ? readCount(buffer, fields, columns.authors) : UNKNOWN;
		if (source < 0 || !Number.isInteger(mentions) || !Number.isInteger(retweets) || !Number.isInteger(authors)) return 'number';
		if (mentions < 0 || retweets < 0 || (hasAuthors && authors < 0)) return 'negative';
		if (layout.kind === 'posts') {
			const post = `${readFieldText(buffer, fields, columns.post)} ${symbol}`;
			if (countedPosts.has(post)) mentions = retweets = 0;
			countedPosts.add(post);
		}
		addCounts(symbol, time, source, { mentions, retweets, authors });
		return undefined;
	};
	const addCounts = (symbol: string, time: number, source: number, row: Counts): void => {
		let symbolHours = countsBySymbol.get(symbol);
		if (!symbolHours) {
			symbolHours = new Map();
			countsBySymbol.set(symbol, symbolHours);
			summaryBySymbol.set(symbol, { rows: 0 });
		}
		const hour = Math.floor(time / HOUR);
		const key = hour * SOURCE_COUNT + source;
		const hourCounts = symbolHours.get(key) ?? { mentions: 0, retweets: 0, authors: 0 };
		hourCounts.mentions += row.mentions;
		hourCounts.retweets += row.retweets;
		hourCounts.authors = hourCounts.authors < 0 || row.authors < 0 ? UNKNOWN : hourCounts.authors + row.authors;
		const previous = sourceHours.get(source);
		sourceHours.set(source, { first: Math.min(previous?.first ?? hour, hour), last: Math.max(previous?.last ?? hour, hour) });
		symbolHours.set(key, hourCounts);
		(summaryBySymbol.get(symbol) as SymbolSummary).rows++;
		firstMs = Math.min(firstMs, time);
		lastMs = Math.max(lastMs, time);
	};
	const rowReader = createRowLineReader(',', firstLine, readRow);

	return {
		read: rowReader.read,
		// Rows can come in any order, so no hour is complete before the file is.
		readyCount: () => 0,
		takeBlocks: () => {
			const blocks = [...countsBySymbol].map(
				([symbol, countsByHour]): SymbolBlock => ({ symbol, bars: null, daily: null, mentions: createBlock(countsByHour, sourceHours) }),
			);
			countsBySymbol.clear();
			return blocks;
		},
		finish() {
			const { rows, accepted, rejects } = rowReader.finish();
			const [firstTime, lastTime] = accepted > 0 ? [utcMs(firstMs), utcMs(lastMs)] : [undefined, undefined];
			return { rows, accepted, rejects, symbols: summaryBySymbol, first: firstTime, last: lastTime };
		},
	};
}

/** Converts the counts of one symbol to a block. Each source counts as covered from its first to its last hour in the file. */
function createBlock(countsByHour: CountsByHour, sourceHours: SourceHours): MentionBlock {
	const keys = [...countsByHour.keys()].sort((a, b) => a - b);
	const block = createMentionBlock(keys.length);
	for (const key of keys) {
		const { mentions, retweets, authors } = countsByHour.get(key) as Counts;
		const n = block.count++;
		block.time[n] = (Math.floor(key / SOURCE_COUNT) * HOUR) / SECOND;
		block.source[n] = key % SOURCE_COUNT;
		block.mentions[n] = mentions;
		block.retweets[n] = retweets;
		block.authors[n] = authors;
	}
	const counterIndex = MENTION_COUNTERS.indexOf('file');
	for (const source of new Set(keys.map((key) => key % SOURCE_COUNT))) {
		const { first, last } = sourceHours.get(source) as { first: number; last: number };
		block.spans.push({ tickerId: 0, source, from: (first * HOUR) / SECOND, to: ((last + 1) * HOUR) / SECOND, counter: counterIndex });
	}
	return block;
}

/**
 * The layout of a mention table. `counts`: each row has a number of mentions. `posts`: each row is a mention in a post; a repeated mention in the same
 * post counts once. Columns are indexes, -1 if absent.
 */
interface MentionLayout {
	kind: 'counts' | 'posts';
	source: MentionSource | 'column';
	zone: 'utc' | 'new-york';
	/** Undefined if each row has its own symbol. */
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

const NO_COLUMNS = { time: -1, symbol: -1, source: -1, count: -1, retweets: -1, authors: -1, isRetweet: -1, post: -1 };

/** Derives the layout from a header; undefined if the table has no mentions. Throws ImportError 'unused' for daily counts. */
export function recogniseMentions(header: string, name: string): MentionLayout | undefined {
	const names = header.split(',').map((column) => column.trim().toLowerCase());
	const columnOf = (column: string): number => names.indexOf(column);
	const hasAll = (...columns: string[]): boolean => columns.every((column) => names.includes(column));
	if (hasAll('mentions') && (hasAll('date') || hasAll('date_utc')))
		throw new ImportError('unused', 'It counts mentions by day; hourly counts are needed.');
	const symbolText = /^twitter_volume_(.+)$/i.exec(stemOf(name))?.[1];
	if (symbolText && names.join() === 'timestamp,value')
		return {
			kind: 'counts',
			source: 'twitter',
			zone: 'utc',
			symbol: normalizeSymbol(symbolText),
			columns: { ...NO_COLUMNS, time: 0, count: 1 },
		};
	if (hasAll('symbol', 'created_at_utc', 'is_retweet'))
		return {
			kind: 'posts',
			source: 'twitter',
			zone: 'utc',
			symbol: undefined,
			columns: {
				...NO_COLUMNS,
				time: columnOf('created_at_utc'),
				symbol: columnOf('symbol'),
				isRetweet: columnOf('is_retweet'),
				post: columnOf('tweet_id'),
			},
		};
	if (hasAll('created', 'post_id', 'ticker'))
		return {
			kind: 'posts',
			source: 'reddit',
			zone: 'new-york',
			symbol: undefined,
			columns: { ...NO_COLUMNS, time: columnOf('created'), symbol: columnOf('ticker'), post: columnOf('post_id') },
		};
	if (hasAll('symbol', 'mention', 'mention datetime'))
		return {
			kind: 'counts',
			source: 'reddit',
			zone: 'utc',
			symbol: undefined,
			columns: { ...NO_COLUMNS, time: columnOf('mention datetime'), symbol: columnOf('symbol'), count: columnOf('mention') },
		};
	if (hasAll('symbol', 'time', 'source', 'mentions'))
		return {
			kind: 'counts',
			source: 'column',
			zone: 'utc',
			symbol: undefined,
			columns: {
				...NO_COLUMNS,
				time: columnOf('time'),
				symbol: columnOf('symbol'),
				source: columnOf('source'),
				count: columnOf('mentions'),
				retweets: columnOf('retweets'),
				authors: columnOf('authors'),
			},
		};
	return undefined;
}

/** Returns the index into MENTION_SOURCES, or -1. */
function findSourceIndex(source: string): number {
	const names: readonly string[] = MENTION_SOURCES;
	return names.indexOf(source.trim().toLowerCase());
}
