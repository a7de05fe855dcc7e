import {
	ALL_TICKERS,
	createMentionBlock,
	MENTION_COUNTERS,
	MENTION_SOURCES,
	type MentionBlock,
	type MentionSpan,
} from '@sw/domain/prices/blocks';
import { HOUR, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { type AttentionWindow, createAttentionWindow, KEPT_HOURS } from '../attention-window.ts';
import { NOW, tickers } from './fixture.ts';

/** 11:00 in New York: the end of the last full hour before NOW. */
export const COUNTED_UNTIL = utcMs(Math.floor(NOW / HOUR) * HOUR);

export interface MentionRow {
	row: number;
	source: (typeof MENTION_SOURCES)[number];
	mentions: number;
	retweets?: number;
	authors?: number;
}

export function createSpan(source: (typeof MENTION_SOURCES)[number], from: number, to: number, tickerId = ALL_TICKERS): MentionSpan {
	return {
		tickerId,
		source: MENTION_SOURCES.indexOf(source),
		from: from / SECOND,
		to: to / SECOND,
		counter: MENTION_COUNTERS.indexOf('simulated'),
	};
}

/** The mentions that `rowsOfHour` returns for each hour in [from, to). Default `spans`: both sources were counted. */
export function createMentions(
	from: UtcMs,
	to: UtcMs,
	rowsOfHour: (ms: number) => readonly MentionRow[],
	spans?: readonly MentionSpan[],
): MentionBlock {
	const rows: (MentionRow & { ms: number })[] = [];
	for (let ms: number = from; ms < to; ms += HOUR) rows.push(...rowsOfHour(ms).map((mentionRow) => ({ ...mentionRow, ms })));
	const block = createMentionBlock(rows.length);
	for (const { row, source, mentions, retweets = 0, authors = -1, ms } of rows) {
		const n = block.count++;
		block.tickerId[n] = (row + 1) * 10;
		block.time[n] = ms / SECOND;
		block.source[n] = MENTION_SOURCES.indexOf(source);
		block.mentions[n] = mentions;
		block.retweets[n] = retweets;
		block.authors[n] = authors;
	}
	block.spans = [...(spans ?? MENTION_SOURCES.map((source) => createSpan(source, from, to)))];
	return block;
}

export function createEmptyAttention(): AttentionWindow {
	return createAttentionWindow(tickers.length, (id) => tickers.findIndex((ticker) => ticker.id === id));
}

/** A window of the small world's tickers, counted up to 11:00 of its last day. */
export function createAttention(rowsOfHour: (ms: number) => readonly MentionRow[], spans?: readonly MentionSpan[]): AttentionWindow {
	const window = createEmptyAttention();
	const from = utcMs(COUNTED_UNTIL - KEPT_HOURS * HOUR);
	window.add(createMentions(from, COUNTED_UNTIL, rowsOfHour, spans), from, COUNTED_UNTIL);
	return window;
}
