/** Random mentions: each hour a third of the tickers on each of two sources; one ticker in forty is mentioned often. */
import { ALL_TICKERS, createMentionBlock, type MentionBlock } from '@sw/domain/prices/blocks';
import { HOUR, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { type AttentionWindow, createAttentionWindow, KEPT_HOURS } from '@sw/server/market/window/attention-window';
import { insertMentions } from '@sw/store/clickhouse/mentions';
import type { Stores } from '@sw/store/open';
import { commitBatch, openBatch } from '@sw/store/postgres/records/tickers/batches';
import { createWordSource } from './year-of-reports.ts';

const SOURCES = 2;

/** A window with mentions of tickers 1 to `rows`, filled hour by hour up to the last full hour before `until` (ms). */
export function mentionsUntil(until: number, rows: number, rowOf: (id: number) => number): AttentionWindow {
	const window = createAttentionWindow(rows, rowOf);
	const nextWord = createWordSource(5);
	const ids = Array.from({ length: rows }, (_, row) => row + 1);
	const end = fullHourBefore(until);
	for (let ms = end - KEPT_HOURS * HOUR; ms < end; ms += HOUR)
		window.add(randomMentions(ids, ms, ms + HOUR, nextWord), utcMs(ms), utcMs(ms + HOUR));
	return window;
}

function fullHourBefore(until: number): number {
	return Math.floor(until / HOUR) * HOUR;
}

/** Mentions of the tickers with these ids, over the hours that start in [from, to). */
function randomMentions(ids: readonly number[], from: number, to: number, nextWord: () => number): MentionBlock {
	const block = createMentionBlock(((to - from) / HOUR) * ids.length * SOURCES);
	for (let ms = from; ms < to; ms += HOUR)
		for (const id of ids)
			for (let source = 0; source < SOURCES; source++) {
				const drawn = nextWord();
				if (drawn % 3 !== 0) continue;
				const n = block.count++;
				block.tickerId[n] = id;
				block.time[n] = ms / SECOND;
				block.source[n] = source;
				block.mentions[n] = 1 + ((drawn >>> 4) % (id % 40 === 1 ? 900 : 9));
				block.retweets[n] = source === 0 ? (drawn >>> 8) % 5 : 0;
				block.authors[n] = 1 + ((drawn >>> 4) % 7);
			}
	block.spans = Array.from({ length: SOURCES }, (_, source) => ({
		tickerId: ALL_TICKERS,
		source,
		from: from / SECOND,
		to: to / SECOND,
		counter: 1,
	}));
	return block;
}

/** Stores a year of mentions of some tickers. */
export async function storeMentions({ records, series }: Stores, provider: string, ids: readonly number[], until: UtcMs): Promise<void> {
	const batch = await openBatch(records.db, { kind: 'bars', provider });
	const end = fullHourBefore(until);
	const block = randomMentions(ids, end - 365 * 24 * HOUR, end, createWordSource(9));
	await insertMentions(series, block, batch);
	await commitBatch(records.db, batch, block.count);
}
