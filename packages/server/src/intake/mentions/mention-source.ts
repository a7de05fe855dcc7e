import {
	ALL_TICKERS,
	createMentionBlock,
	MENTION_COUNTERS,
	MENTION_SOURCES,
	type MentionBlock,
	type MentionCounterName,
	type MentionSource,
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
	/** Number of distinct authors; undefined if the source does not state it. */
	authors?: number;
}

/** Hourly counts, complete from `since` on. */
export interface HourlyCounts {
	readonly since: UtcMs;
	readonly hours: readonly MentionHour[];
}

/** A source of mention counts. */
export interface MentionCounter {
	readonly name: MentionCounterName;
	readonly source: MentionSource;
	/** Returns the symbols that the source counts. Default: all. */
	covers?(symbols: readonly string[]): readonly string[];
	/** How far back the source can count, in milliseconds. */
	readonly reachMs: number;
	/**
	 * Counts hours that start in [from, to), as far back as the source reaches; hours without mentions are left out. Undefined if it reaches none of them.
	 * Rejects with VendorError if the source is unavailable.
	 */
	countHours(symbols: readonly string[], from: UtcMs, to: UtcMs): Promise<HourlyCounts | undefined>;
}

/** A counter's result for the hours between `from` and `to`, UTC milliseconds. */
export interface CountedHours {
	counter: Pick<MentionCounter, 'name' | 'source'>;
	from: UtcMs;
	to: UtcMs;
	hours: readonly MentionHour[];
	/** Symbols that the counter counts; undefined for all. */
	coveredSymbols: readonly string[] | undefined;
}

/** Returns the start of the first whole hour, at or after `from`, for a source that is complete since `completeSince` (UTC ms). */
export function firstWholeHour(from: UtcMs, completeSince: number): UtcMs {
	return utcMs(Math.max(from, Math.ceil(completeSince / HOUR) * HOUR));
}

/** Converts counts to a block sorted by ticker, time and source; symbols without an id are left out. */
export function toMentionBlock(hours: readonly CountedHours[], idOf: (symbol: string) => number | undefined): MentionBlock {
	const rows = hours.flatMap(({ counter: { source }, hours }) =>
		hours.flatMap((hour) => {
			const id = idOf(hour.symbol);
			return id === undefined || hour.mentions + hour.retweets === 0 ? [] : [{ ...hour, id, source: MENTION_SOURCES.indexOf(source) }];
		}),
	);
	rows.sort((a, b) => a.id - b.id || a.ms - b.ms || a.source - b.source);
	const block = createMentionBlock(rows.length);
	block.spans = hours.flatMap((counted) => createSpans(counted, idOf));
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

function createSpans(
	{ counter, from, to, coveredSymbols }: CountedHours,
	idOf: (symbol: string) => number | undefined,
): MentionBlock['spans'] {
	const span = {
		source: MENTION_SOURCES.indexOf(counter.source),
		from: from / SECOND,
		to: to / SECOND,
		counter: MENTION_COUNTERS.indexOf(counter.name),
	};
	return coveredSymbols
		? coveredSymbols.flatMap((symbol) => idOf(symbol) ?? []).map((tickerId) => ({ ...span, tickerId }))
		: [{ ...span, tickerId: ALL_TICKERS }];
}

/** Milliseconds that a slot waits for mentions; mentions counted later are part of the next slot. */
const GRACE_MS = 2_000;

/** A counter's result for the hours in [from, to). `hourlyCounts` is undefined if the counter reaches none of these hours or is unavailable. */
interface CountResult {
	from: UtcMs;
	to: UtcMs;
	hourlyCounts: HourlyCounts | undefined;
}

/**
 * Adds mention counters to a price provider. Counting runs in the background: a count that takes longer than GRACE_MS is returned by a later call. A failing
 * counter is left out with a warning. Hours are stored only once, so the mentions it missed stay unknown and no span covers them. Of two counters
 * for the same source, the first that succeeds is used.
 */
export function withMentions(
	provider: Provider,
	counters: readonly MentionCounter[],
	warn: (message: string) => void,
	wall: WallClock,
): Provider {
	if (counters.length === 0) return provider;
	const cachingCounters = counters.map((counter) => cacheLastCount(counter, warn));
	let sharedCount: { key: string; answers: Promise<CountResult[]> } | undefined;
	/** Runs one count at a time. Calls for the same hours share one count. */
	const count = (symbols: readonly string[], from: UtcMs, to: UtcMs): Promise<CountResult[]> => {
		const key = `${from} ${to}`;
		if (sharedCount?.key === key) return sharedCount.answers;
		const previous = sharedCount?.answers ?? Promise.resolve();
		const answers = previous.then(() => Promise.all(cachingCounters.map(({ countHours }) => countHours(symbols, from, to))));
		const current = { key, answers };
		sharedCount = current;
		// Counters keep late results for the next call, and retry after failures.
		void answers.finally(() => {
			if (sharedCount === current) sharedCount = undefined;
		});
		return answers;
	};
	return {
		...provider,
		mentionsReach: Math.min(...counters.map(({ reachMs }) => reachMs)),
		async mentions(from: UtcMs, to: UtcMs) {
			// Another company can have the symbol of a delisted ticker now.
			const tickers = (await provider.universe(to)).filter(({ delisted }) => delisted === null);
			const idBySymbol = new Map(tickers.map((ticker) => [ticker.symbol, ticker.id]));
			const results = await Promise.race([count([...idBySymbol.keys()], from, to), pause(wall, GRACE_MS).then(() => undefined)]);
			const counts: CountedHours[] = [];
			for (const [i, { hourlyCounts }] of (results ?? []).entries()) {
				const { counter } = cachingCounters[i] as (typeof cachingCounters)[number];
				if (!hourlyCounts || counts.some((earlier) => earlier.counter.source === counter.source)) continue;
				counts.push({
					counter,
					from: hourlyCounts.since,
					to,
					hours: hourlyCounts.hours,
					coveredSymbols: counter.covers?.([...idBySymbol.keys()]),
				});
			}
			return counts.length > 0 ? toMentionBlock(counts, (symbol) => idBySymbol.get(symbol)) : undefined;
		},
	};
}

/** Caches a counter's last result, so that a paid source is not charged twice for the same hour. */
function cacheLastCount(counter: MentionCounter, warn: (message: string) => void) {
	let lastCount: CountResult | undefined;
	const count = async (symbols: readonly string[], from: UtcMs, to: UtcMs): Promise<CountResult> => {
		const reusable = lastCount?.hourlyCounts && lastCount.from === from && lastCount.to <= to ? lastCount : undefined;
		if (reusable?.to === to) return reusable;
		try {
			const newHours = await counter.countHours(symbols, reusable?.to ?? from, to);
			const result = { from, to, hourlyCounts: newHours && joinHours(reusable, newHours) };
			if (newHours) lastCount = result;
			return result;
		} catch (error) {
			warn(
				`${counter.name} has no mentions of the hours before ${new Date(to).toISOString()}. ${error instanceof Error ? error.message : ''}`,
			);
			return { from, to, hourlyCounts: undefined };
		}
	};
	return { counter, countHours: count };
}

/** Appends hours to the earlier ones; if there is a gap between them, returns only the later hours. */
function joinHours(earlier: CountResult | undefined, later: HourlyCounts): HourlyCounts {
	return earlier?.hourlyCounts && later.since <= earlier.to
		? { since: earlier.hourlyCounts.since, hours: [...earlier.hourlyCounts.hours, ...later.hours] }
		: later;
}
