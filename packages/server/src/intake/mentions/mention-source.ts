import { MENTION_SOURCES, type MentionBlock, type MentionSource, mentionBlock } from '@sw/domain/prices/blocks';
import { SECOND, type UtcMs } from '@sw/domain/time/units';

/** Mentions of one symbol in one hour. */
export interface MentionHour {
	symbol: string;
	/** Start of the hour, UTC milliseconds. */
	ms: number;
	mentions: number;
	retweets: number;
}

/** Someone who counts mentions. */
export interface MentionCounter {
	readonly name: string;
	readonly source: MentionSource;
	/**
	 * Hours that start in [from, to), without those that had none; undefined when the source does not reach back that far. Rejects with
	 * VendorError when it cannot answer now.
	 */
	hours(symbols: readonly string[], from: UtcMs, to: UtcMs): Promise<MentionHour[] | undefined>;
}

/** As a block, by ticker, time and source; symbols without an id are left out. */
export const blockOfHours = (
	given: readonly { source: MentionSource; hours: readonly MentionHour[] }[],
	idOf: (symbol: string) => number | undefined,
): MentionBlock => {
	const rows = given.flatMap(({ source, hours }) =>
		hours.flatMap((hour) => {
			const id = idOf(hour.symbol);
			return id === undefined || hour.mentions + hour.retweets === 0 ? [] : [{ ...hour, id, source: MENTION_SOURCES.indexOf(source) }];
		}),
	);
	rows.sort((a, b) => a.id - b.id || a.ms - b.ms || a.source - b.source);
	const block = mentionBlock(rows.length);
	for (const row of rows) {
		const n = block.count++;
		block.tickerId[n] = row.id;
		block.time[n] = row.ms / SECOND;
		block.source[n] = row.source;
		block.mentions[n] = row.mentions;
		block.retweets[n] = row.retweets;
	}
	return block;
};
