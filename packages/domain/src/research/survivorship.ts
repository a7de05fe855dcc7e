import { winsorised } from '../statistics/moments.ts';
import type { HorizonOutcomes, MeasuredEpisodes } from './measured-episodes.ts';

/** Shares that a ticker may have lost on its last day, unseen by a record that uses its last close. */
const ASSUMED_LOSSES = [0, 0.3, 1] as const;

/** What a record owes to tickers that have ended since. */
interface Survivorship {
	readonly tickers: number;
	/** Of them, how many have ended: delisted, or renamed without a successor. */
	readonly ended: number;
	/** Occurrences that were open on the last day of their ticker. */
	readonly open: number;
	/** The record if each of these had lost a share of its price on that day. */
	readonly cases: readonly { readonly loss: number; readonly hitRate: number; readonly mean: number }[];
}

interface Span {
	readonly entries: ArrayLike<number>;
	readonly exits: ArrayLike<number>;
}

/**
 * How the measured occurrences of a horizon move with the fate of ended tickers. `gain`: what a fall does to the excess, 1 for candidates to rise, -1 to
 * fall; 0 where size alone counts, so that any loss is a hit. `lastDay`: end of a ticker's last session, UTC milliseconds; undefined while it is listed.
 */
export function survivorship(
	{ count, tickerIds, horizons }: MeasuredEpisodes,
	{ entries, exits }: Span,
	{ horizon, gain, lastDay }: { horizon: number; gain: 1 | 0 | -1; lastDay: (tickerId: number) => number | undefined },
): Survivorship {
	const { hits, excess } = horizons[horizon] as HorizonOutcomes;
	const rows = Array.from({ length: count }, (_, i) => i).filter((i) => !Number.isNaN(excess[i]!));
	const tickers = new Set(rows.map((i) => tickerIds[i]!));
	const ends = new Map([...tickers].map((id) => [id, lastDay(id)]));
	const isOpen = (i: number): boolean => {
		const end = ends.get(tickerIds[i]!);
		return end !== undefined && entries[i]! < end && exits[i]! >= end;
	};
	const open = new Set(rows.filter(isOpen));
	const cases = ASSUMED_LOSSES.map((loss) => {
		const lost = Math.log(1 - loss);
		let [hit, sum] = [0, 0];
		for (const i of rows) {
			const [own, had] = [excess[i]!, hits[i] === 1];
			const moved = loss > 0 && open.has(i) ? own + (gain === 0 ? -lost : gain * lost) : own;
			const isHit = moved === own ? had : gain > 0 ? had && moved > 0 : had || moved > 0;
			hit += Number(isHit);
			sum += winsorised(moved);
		}
		return { loss, hitRate: rows.length > 0 ? hit / rows.length : 0, mean: rows.length > 0 ? sum / rows.length : 0 };
	});
	return { tickers: tickers.size, ended: [...ends.values()].filter((end) => end !== undefined).length, open: open.size, cases };
}
