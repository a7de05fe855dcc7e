import type { UtcMs } from '@sw/domain/time/units';
import { pause } from '../../platform/clocks/pause.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { Provider } from '../provider.ts';
import { blockOfHours, type CountedHours, type MentionCounter, type ReportedHours } from './mention-source.ts';

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
