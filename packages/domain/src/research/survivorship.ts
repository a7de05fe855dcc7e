import { winsorised } from '../statistics/moments.ts';

/** Shares that a ticker may have lost on its last day, unseen by a record that uses its last close. */
const ASSUMED_LOSSES = [0, 0.3, 1] as const;

/** What was counted at a horizon: tickers, occurrences, hits and the sum of the winsorised excess. */
export interface RecordTotals {
	readonly tickers: number;
	readonly n: number;
	readonly hits: number;
	readonly sum: number;
}

/** A measured occurrence of a ticker that has ended. Times in UTC milliseconds. */
export interface EndedOccurrence {
	readonly tickerId: number;
	readonly entry: number;
	readonly exit: number;
	readonly hit: boolean;
	readonly excess: number;
}

/** What a record owes to tickers that have ended since. */
export interface Survivorship {
	readonly tickers: number;
	/** Of them, how many have ended: delisted, or renamed without a successor. */
	readonly ended: number;
	/** Occurrences that were open on the last day of their ticker. */
	readonly open: number;
	/** The record if each of these had lost a share of its price on that day. */
	readonly cases: readonly { readonly loss: number; readonly hitRate: number; readonly mean: number }[];
}

/**
 * How a record moves with the fate of ended tickers, of which it takes every measured occurrence. `gain`: what a fall does to the excess, 1 for candidates
 * to rise, -1 to fall; 0 where size alone counts, so that any loss is a hit. `lastDay`: end of a ticker's last session, UTC milliseconds.
 */
export function survivorship(
	{ tickers, n, hits, sum }: RecordTotals,
	ofEnded: readonly EndedOccurrence[],
	{ gain, lastDay }: { gain: 1 | 0 | -1; lastDay: (tickerId: number) => number },
): Survivorship {
	const open = ofEnded.filter(({ tickerId, entry, exit }) => entry < lastDay(tickerId) && exit >= lastDay(tickerId));
	const cases = ASSUMED_LOSSES.map((loss) => {
		const lost = Math.log(1 - loss);
		let [hit, total] = [hits, sum];
		for (const { hit: had, excess } of loss > 0 ? open : []) {
			const moved = excess + (gain === 0 ? -lost : gain * lost);
			hit += Number(gain > 0 ? had && moved > 0 : had || moved > 0) - Number(had);
			total += winsorised(moved) - winsorised(excess);
		}
		return { loss, hitRate: n > 0 ? hit / n : 0, mean: n > 0 ? total / n : 0 };
	});
	return { tickers, ended: new Set(ofEnded.map(({ tickerId }) => tickerId)).size, open: open.length, cases };
}
