import type { VendorBar } from '../bars.ts';
import type { VendorSplit } from '../vendor-adapter.ts';

/** Jumps this close to a split's (of its logarithm) are the split. */
const LIKENESS = 0.35;

/**
 * Prices as printed. Yahoo divides earlier prices by later splits, in most charts but not in all: where the printed jump is there, nothing is
 * undone. `splitsAt` gives the instant from which a split's date holds; splits after the last bar were applied by the vendor already.
 */
export function toRawPrices(
	bars: readonly VendorBar[],
	splits: readonly VendorSplit[],
	splitsAt: (split: VendorSplit) => number,
): VendorBar[] {
	let printed = [...bars];
	for (const split of splits) {
		const at = splitsAt(split);
		if (split.ratio === 1 || jumps(bars, at, split.ratio) === true) continue;
		printed = printed.map((bar) =>
			bar.ms >= at
				? bar
				: {
						ms: bar.ms,
						open: bar.open * split.ratio,
						high: bar.high * split.ratio,
						low: bar.low * split.ratio,
						close: bar.close * split.ratio,
						volume: bar.volume / split.ratio,
					},
		);
	}
	return printed;
}

/** Whether prices jump at the split: then they are unadjusted. Undefined without a bar on each side. */
function jumps(bars: readonly VendorBar[], at: number, ratio: number): boolean | undefined {
	const after = bars.find((bar) => bar.ms >= at);
	const before = bars.findLast((bar) => bar.ms < at);
	if (!after || !before) return undefined;
	const jump = Math.log(before.close / after.open);
	return Math.abs(jump - Math.log(ratio)) < Math.abs(Math.log(ratio)) * LIKENESS;
}
