import { confidenceSequence } from '../../statistics/confidence-sequence.ts';
import { type NumberedBlock, recordHitStats } from '../../statistics/hit-stats.ts';
import { median } from '../../statistics/median.ts';
import { createRandom } from '../../statistics/random.ts';
import { TRUTH } from './coverage-study.ts';

/** Occurrences of a block, which are independent of each other. */
const PER_BLOCK = 10;

export const WIDTH_AIMS = [100, 1_000, 10_000] as const;

/** Median widths of intervals of records whose occurrences are independent, so that n_eff is about n. */
export interface WidthResult {
	/** Wilson's on n_eff. */
	readonly interval: number;
	readonly sequence: number;
}

/** How much wider the sequence is that holds at every look. */
export function widthStudy({ seed, n, runs }: { seed: number; n: number; runs: number }): WidthResult {
	const random = createRandom(seed);
	const widths = Array.from({ length: runs }, () => {
		const blocks = Array.from({ length: n / PER_BLOCK }, (_, number): NumberedBlock => {
			let hits = 0;
			for (let i = 0; i < PER_BLOCK; i++) hits += Number(random.happens(TRUTH));
			return [number, PER_BLOCK, hits];
		});
		const { wilson95 } = recordHitStats(blocks);
		const sequence = confidenceSequence(blocks);
		return { interval: wilson95[1] - wilson95[0], sequence: sequence[1] - sequence[0] };
	});
	return { interval: median(widths.map(({ interval }) => interval))!, sequence: median(widths.map(({ sequence }) => sequence))! };
}
