/** Random mentions: each hour a third of the tickers on each of two sources; one ticker in forty is mentioned often. */
import { ALL_TICKERS, createMentionBlock, type MentionBlock } from '@sw/domain/prices/blocks';
import { HOUR, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { type AttentionWindow, createAttentionWindow, KEPT_HOURS } from '@sw/server/market/window/attention-window';
import { insertMentions } from '@sw/store/clickhouse/mentions';
import type { Stores } from '@sw/store/open';
import { commitBatch, openBatch } from '@sw/store/postgres/records/tickers/batches';
import { createWordSource } from './year-of-reports.ts';

const SOURCES = 2;

/** A window with mentions of tickers 1 to `rows`, filled hour by hour up to the last full hour before `time` (ms). */
export function createMentionWindow(time: number, rows: number, rowOf: (id: number) => number): AttentionWindow {
	const window = createAttentionWindow(rows, rowOf);
	const nextWord = createWordSource(5);
	const ids = Array.from({ length: rows }, (_, row) => row + 1);
	const end = floorToHour(time);
	for (let ms = end - KEPT_HOURS * HOUR; ms < end; ms += HOUR)
		window.add(createRandomMentions(ids, ms, ms + HOUR, nextWord), utcMs(ms), utcMs(ms + HOUR));
	return window;
}

function floorToHour(time: number): number {
	return Math.floor(time / HOUR) * HOUR;
}

/** Mentions of the tickers with these ids, over the hours that start in [startMs, endMs). */
function createRandomMentions(ids: readonly number[], startMs: number, endMs: number, nextWord: () => number): MentionBlock {
	const block = createMentionBlock(((endMs - startMs) / HOUR) * ids.length * SOURCES);
	for (let ms = startMs; ms < endMs; ms += HOUR)
		for (const id of ids)
			for (let source = 0; source < SOURCES; source++) {
				const word = nextWord();
				if (word % 3 !== 0) continue;
				const n = block.count++;
				block.tickerId[n] = id;
				block.time[n] = ms / SECOND;
				block.source[n] = source;
				block.mentions[n] = 1 + ((word >>> 4) % (id % 40 === 1 ? 900 : 9));
				block.retweets[n] = source === 0 ? (word >>> 8) % 5 : 0;
				block.authors[n] = 1 + ((word >>> 4) % 7);
			}
	block.spans = Array.from({ length: SOURCES }, (_, source) => ({
		tickerId: ALL_TICKERS,
		source,
		from: startMs / SECOND,
		to: endMs / SECOND,
		counter: 1,
	}));
	return block;
}

/** Stores a year of mentions of some tickers. */
export async function storeMentions({ records, series }: Stores, provider: string, ids: readonly number[], time: UtcMs): Promise<void> {
	const batch = await openBatch(records.db, { kind: 'bars', provider });
	const end = floorToHour(time);
	const block = createRandomMentions(ids, end - 365 * 24 * HOUR, end, createWordSource(9));
	await insertMentions(series, block, batch);
	await commitBatch(records.db, batch, block.count);
}
