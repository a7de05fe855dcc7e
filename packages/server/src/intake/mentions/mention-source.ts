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
import { pause } from '../../platform/clocks/pause.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { Provider } from '../provider.ts';

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

/** How long a slot waits for mentions; those counted later are included in the next slot. */
const GRACE = 2_000;

/** A counter's result for the hours between `from` and `to`; undefined when it reaches none of them or cannot answer. */
interface Counted {
	from: UtcMs;
	to: UtcMs;
	reported: ReportedHours | undefined;
}

/**
 * A price provider combined with mention counters, which run beside the slots: a count that takes longer than a moment is returned on a later call. A failing
 * counter is left out with a warning while another one answers: an hour is stored once, so later mentions of that source are missing from it, and no span
 * claims them. Of two counters for the same source, the first with an answer counts.
 */
export function withMentions(
	provider: Provider,
	counters: readonly MentionCounter[],
	warn: (message: string) => void,
	wall: WallClock,
): Provider {
	if (counters.length === 0) return provider;
	const all = counters.map((counter) => counting(counter, warn));
	let running: { key: string; answers: Promise<Counted[]> } | undefined;
	/** One count at a time: later hours follow when the earlier ones are done. */
	const count = (symbols: readonly string[], from: UtcMs, to: UtcMs): Promise<Counted[]> => {
		const key = `${from} ${to}`;
		if (running?.key === key) return running.answers;
		const before = running?.answers ?? Promise.resolve();
		const answers = before.then(() => Promise.all(all.map(({ ask }) => ask(symbols, from, to))));
		const mine = { key, answers };
		running = mine;
		// Each counter keeps late results for the next call; failures are requested again.
		void answers.finally(() => {
			if (running === mine) running = undefined;
		});
		return answers;
	};
	return {
		...provider,
		mentionsReach: Math.min(...counters.map(({ reach }) => reach)),
		async mentions(from: UtcMs, to: UtcMs) {
			// Another company may have an ended ticker's symbol now.
			const tickers = (await provider.universe(to)).filter(({ delisted }) => delisted === null);
			const ids = new Map(tickers.map((ticker) => [ticker.symbol, ticker.id]));
			const answers = await Promise.race([count([...ids.keys()], from, to), pause(wall, GRACE).then(() => undefined)]);
			const counts: CountedHours[] = [];
			for (const [i, { reported }] of (answers ?? []).entries()) {
				const { counter } = all[i] as (typeof all)[number];
				if (!reported || counts.some((other) => other.counter.source === counter.source)) continue;
				counts.push({ counter, from: reported.since, to, hours: reported.hours, covers: counter.covers?.([...ids.keys()]) });
			}
			return counts.length > 0 ? blockOfHours(counts, (symbol) => ids.get(symbol)) : undefined;
		},
	};
}

/** Keeps counts until they are requested: counting an hour of a paid source twice costs twice. */
function counting(counter: MentionCounter, warn: (message: string) => void) {
	let done: Counted | undefined;
	const ask = async (symbols: readonly string[], from: UtcMs, to: UtcMs): Promise<Counted> => {
		const kept = done?.reported && done.from === from && done.to <= to ? done : undefined;
		if (kept?.to === to) return kept;
		try {
			const more = await counter.hours(symbols, kept?.to ?? from, to);
			const counted = { from, to, reported: more && joined(kept, more) };
			if (more) done = counted;
			return counted;
		} catch (error) {
			warn(
				`${counter.name} has no mentions of the hours before ${new Date(to).toISOString()}. ${error instanceof Error ? error.message : ''}`,
			);
			return { from, to, reported: undefined };
		}
	};
	return { counter, ask };
}

/** Appends hours to the earlier ones; across a gap, returns only the later hours. */
function joined(before: Counted | undefined, more: ReportedHours): ReportedHours {
	return before?.reported && more.since <= before.to
		? { since: before.reported.since, hours: [...before.reported.hours, ...more.hours] }
		: more;
}
