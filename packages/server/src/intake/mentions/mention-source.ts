import {
	ALL_TICKERS,
	MENTION_COUNTERS,
	MENTION_SOURCES,
	type MentionBlock,
	type MentionCounterName,
	type MentionSource,
	mentionBlock,
} from '@sw/domain/prices/blocks';
import { HOUR, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';

/** Mentions of one symbol in one hour. */
export interface MentionHour {
	symbol: string;
	/** Start of the hour, UTC milliseconds. */
	ms: number;
	mentions: number;
	retweets: number;
	/** Number of authors; absent where the source does not have it. */
	authors?: number;
}

/** Hourly counts, and the instant from which they are complete. */
export interface ReportedHours {
	readonly since: UtcMs;
	readonly hours: readonly MentionHour[];
}

/** A source of mention counts. */
export interface MentionCounter {
	readonly name: MentionCounterName;
	readonly source: MentionSource;
	/** Which of the symbols it counts. Default: all. */
	covers?(symbols: readonly string[]): readonly string[];
	/** How far back it can count, in milliseconds. */
	readonly reach: number;
	/**
	 * Hours that start in [from, to), as far back as the source reaches, without hours that had no mentions; undefined when it reaches none. Rejects with
	 * VendorError when it cannot answer now.
	 */
	hours(symbols: readonly string[], from: UtcMs, to: UtcMs): Promise<ReportedHours | undefined>;
}

/** A counter's result for the hours between `from` and `to`, UTC milliseconds. */
export interface CountedHours {
	counter: Pick<MentionCounter, 'name' | 'source'>;
	from: UtcMs;
	to: UtcMs;
	hours: readonly MentionHour[];
	/** The symbols that it counts; undefined: all. */
	covers: readonly string[] | undefined;
}

/** The first whole hour, at or after `from`, that a source covers. */
export function firstHour(from: UtcMs, reached: number): UtcMs {
	return utcMs(Math.max(from, Math.ceil(reached / HOUR) * HOUR));
}

/** Converts to a block, by ticker, time and source; leaves out symbols without an id. */
export function blockOfHours(hours: readonly CountedHours[], idOf: (symbol: string) => number | undefined): MentionBlock {
	const rows = hours.flatMap(({ counter: { source }, hours }) =>
		hours.flatMap((hour) => {
			const id = idOf(hour.symbol);
			return id === undefined || hour.mentions + hour.retweets === 0 ? [] : [{ ...hour, id, source: MENTION_SOURCES.indexOf(source) }];
		}),
	);
	rows.sort((a, b) => a.id - b.id || a.ms - b.ms || a.source - b.source);
	const block = mentionBlock(rows.length);
	block.spans = hours.flatMap((counted) => spansOf(counted, idOf));
	for (const row of rows) {
		const n = block.count++;
		block.tickerId[n] = row.id;
		block.time[n] = row.ms / SECOND;
		block.source[n] = row.source;
		block.mentions[n] = row.mentions;
		block.retweets[n] = row.retweets;
		block.authors[n] = row.authors ?? -1;
	}
	return block;
}

function spansOf({ counter, from, to, covers }: CountedHours, idOf: (symbol: string) => number | undefined): MentionBlock['spans'] {
	const span = {
		source: MENTION_SOURCES.indexOf(counter.source),
		from: from / SECOND,
		to: to / SECOND,
		counter: MENTION_COUNTERS.indexOf(counter.name),
	};
	return covers
		? covers.flatMap((symbol) => idOf(symbol) ?? []).map((tickerId) => ({ ...span, tickerId }))
		: [{ ...span, tickerId: ALL_TICKERS }];
}
