import { winsorise } from '../statistics/moments.ts';

/** Assumed losses on a ticker's last day, as a share of the price. A record based on last closes doesn't include such losses. */
const ASSUMED_LOSSES = [0, 0.3, 1] as const;

/** Totals of a record at a horizon. `sum` is the sum of the winsorised excess. */
export interface RecordTotals {
	readonly tickers: number;
	readonly n: number;
	readonly hits: number;
	readonly sum: number;
}

/** A measured occurrence of a ticker that was delisted. Times are UTC milliseconds. */
export interface EndedOccurrence {
	readonly tickerId: number;
	readonly entry: number;
	readonly exit: number;
	readonly hit: boolean;
	readonly excess: number;
}

/** How much a record depends on tickers that have since been delisted. */
export interface Survivorship {
	readonly tickers: number;
	/** Number of ended tickers: delisted, or renamed without a successor. */
	readonly ended: number;
	/** Number of occurrences that were open on the ticker's last day. */
	readonly open: number;
	/** The record if each open occurrence had lost a share of the price on the ticker's last day. */
	readonly cases: readonly { readonly loss: number; readonly hitRate: number; readonly mean: number }[];
}

/**
 * Recomputes a record under assumed losses of ended tickers, from all measured occurrences of these tickers. `gain` is the direction of the record: 1 for
 * rises, -1 for falls, 0 if only the size of moves counts, so that any loss is a hit. `lastDay`: end of a ticker's last session, UTC milliseconds.
 */
export function computeSurvivorship(
	{ tickers, n, hits, sum }: RecordTotals,
	endedOccurrences: readonly EndedOccurrence[],
	{ gain, lastDay }: { gain: 1 | 0 | -1; lastDay: (tickerId: number) => number },
): Survivorship {
	const open = endedOccurrences.filter(({ tickerId, entry, exit }) => entry < lastDay(tickerId) && exit >= lastDay(tickerId));
	const cases = ASSUMED_LOSSES.map((loss) => {
		const logLoss = Math.log(1 - loss);
		let [hitCount, total] = [hits, sum];
		for (const { hit: wasHit, excess } of loss > 0 ? open : []) {
			const adjustedExcess = excess + (gain === 0 ? -logLoss : gain * logLoss);
			hitCount += Number(gain > 0 ? wasHit && adjustedExcess > 0 : wasHit || adjustedExcess > 0) - Number(wasHit);
			total += winsorise(adjustedExcess) - winsorise(excess);
		}
		return { loss, hitRate: n > 0 ? hitCount / n : 0, mean: n > 0 ? total / n : 0 };
	});
	return { tickers, ended: new Set(endedOccurrences.map(({ tickerId }) => tickerId)).size, open: open.length, cases };
}
