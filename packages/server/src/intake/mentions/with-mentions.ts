import type { UtcMs } from '@sw/domain/time/units';
import { pause } from '../../platform/clocks/pause.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { Provider } from '../provider.ts';
import { blockOfHours, type CountedHours, type MentionCounter, type ToldHours } from './mention-source.ts';

/** A slot waits so long for mentions; what is not counted by then is there at the next one. */
const GRACE = 2_000;

/** What a counter has said of the hours from `from` to `to`; nothing when it reaches none of them or cannot answer. */
interface Counted {
	from: UtcMs;
	to: UtcMs;
	told: ToldHours | undefined;
}

/** Hours that follow on others; where some between are not known, they alone. */
const joined = (before: Counted | undefined, more: ToldHours): ToldHours =>
	before?.told && more.since <= before.to ? { since: before.told.since, hours: [...before.told.hours, ...more.hours] } : more;

/** Keeps what was counted until it is asked for: counting a paid source's hour twice costs twice. */
const counting = (counter: MentionCounter, warn: (what: string) => void) => {
	let done: Counted | undefined;
	const ask = async (symbols: readonly string[], from: UtcMs, to: UtcMs): Promise<Counted> => {
		const kept = done?.told && done.from === from && done.to <= to ? done : undefined;
		if (kept?.to === to) return kept;
		try {
			const more = await counter.hours(symbols, kept?.to ?? from, to);
			const counted = { from, to, told: more && joined(kept, more) };
			if (more) done = counted;
			return counted;
		} catch (error) {
			warn(
				`${counter.name} has no mentions of the hours before ${new Date(to).toISOString()}. ${error instanceof Error ? error.message : ''}`,
			);
			return { from, to, told: undefined };
		}
	};
	return { counter, ask };
};

/**
 * A provider of prices together with others that count mentions. They count beside the slots: what takes longer than a moment is handed out when it is asked
 * for again. A counter that fails is left out with a warning as long as another one answers: an hour is stored once, so that mentions of a source that
 * comes back later than that are missing from it, and no span says that they were counted. Of two that count the same source the first that answers counts.
 */
export const withMentions = (
	provider: Provider,
	counters: readonly MentionCounter[],
	warn: (what: string) => void,
	wall: WallClock,
): Provider => {
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
		// What was not asked for within its time is kept by each counter; failures are asked for anew.
		void answers.finally(() => {
			if (running === mine) running = undefined;
		});
		return answers;
	};
	return {
		...provider,
		mentionsReach: Math.min(...counters.map(({ reach }) => reach)),
		async mentions(from: UtcMs, to: UtcMs) {
			const tickers = await provider.universe(to);
			const ids = new Map(tickers.map((ticker) => [ticker.symbol, ticker.id]));
			const answers = await Promise.race([count([...ids.keys()], from, to), pause(wall, GRACE).then(() => undefined)]);
			const given: CountedHours[] = [];
			for (const [i, { told }] of (answers ?? []).entries()) {
				const { counter } = all[i] as (typeof all)[number];
				if (!told || given.some((other) => other.counter.source === counter.source)) continue;
				given.push({ counter, from: told.since, to, hours: told.hours, covers: counter.covers?.([...ids.keys()]) });
			}
			return given.length > 0 ? blockOfHours(given, (symbol) => ids.get(symbol)) : undefined;
		},
	};
};
