import { PRICE_NULL } from '../../signals/packed.ts';
import type { ParameterSet } from '../../signals/parameters.ts';
import { copyInformation, createReportTable, FLAG_ELIGIBLE, FLAG_STALE, type ReportTable, Z_SERIES } from '../../signals/report-table.ts';
import { TIMEFRAME_COUNT, type TimeframeIndex } from '../../time/timeframe.ts';
import type { ReportTime } from '../../time/units.ts';

/** The nibbles of price_short and price_long in a packed word. */
const PRICE_BITS = 0xff;

/** Keeps rounding errors from moving share x n past an integer. */
const TINY = 1e-9;

/**
 * Creates the report of algo forecast (signals.md section 2): the report of algo reverse with other price depths. `drifts[t][row]` is the expected move on
 * timeframe t, divided by the spread of that move; NaN if unknown. Eligible rows are ranked by drift: the top tail sets price_long, the bottom tail
 * price_short. Depth therefore means rank among tickers, not the size of a move. Rows without a rank have unmeasurable price cells. z of price is the drift;
 * rises are positive.
 */
export function createForecastTable(
	reverse: ReportTable,
	time: ReportTime,
	drifts: readonly Float64Array[],
	{ forecastTails }: Pick<ParameterSet, 'forecastTails'>,
): ReportTable {
	const { count } = reverse;
	const table = createReportTable(time, 'forecast', count);
	table.tickerId.set(reverse.tickerId);
	table.price.set(reverse.price);
	table.cap.set(reverse.cap);
	table.mentions.set(reverse.mentions);
	table.change.set(reverse.change);
	table.dollarVolume.set(reverse.dollarVolume);
	table.flags.set(reverse.flags);
	for (let row = 0; row < count; row++) copyInformation(reverse, row, table, row);
	table.z.set(reverse.z);
	for (let tf = 0; tf < TIMEFRAME_COUNT; tf++) {
		const words = table.words[tf as TimeframeIndex];
		const drift = drifts[tf] as Float64Array;
		const ranked: number[] = [];
		const z = table.z.subarray(tf * Z_SERIES.length * count, (tf * Z_SERIES.length + 1) * count);
		for (let row = 0; row < count; row++) {
			const eligible = (reverse.flags[row]! & (FLAG_ELIGIBLE | FLAG_STALE)) === FLAG_ELIGIBLE;
			const known = eligible && !Number.isNaN(drift[row]!);
			const word = (reverse.words[tf as TimeframeIndex][row]! & ~PRICE_BITS) >>> 0;
			words[row] = known ? (word & ~PRICE_NULL) >>> 0 : (word | PRICE_NULL) >>> 0;
			z[row] = known ? drift[row]! : Number.NaN;
			if (known) ranked.push(row);
		}
		// Equal drifts keep the order of tickers, so that a report is reproducible.
		const rising = Uint32Array.from(ranked).sort((a, b) => drift[b]! - drift[a]! || a - b);
		setTailDepths(words, rising, ranked.length, forecastTails, 4);
		setTailDepths(
			words,
			Uint32Array.from(ranked).sort((a, b) => drift[a]! - drift[b]! || a - b),
			ranked.length,
			forecastTails,
			0,
		);
	}
	return table;
}

/**
 * Returns the depth of the ticker at `rank` (1: the most extreme) among n ranked tickers, in one tail. `tails` are the maximum shares of n for depths 1 to 5,
 * descending.
 */
export function forecastDepth(rank: number, n: number, tails: readonly number[]): number {
	return tails.filter((share) => rank <= share * n + TINY).length;
}

/** Sets the depths of one tail, in the nibble at `shift`. `order` lists the ranked rows, most extreme first. */
function setTailDepths(words: Uint32Array, order: Uint32Array, total: number, tails: readonly number[], shift: number): void {
	for (const [at, row] of order.entries()) {
		const depth = forecastDepth(at + 1, total, tails);
		if (depth === 0) return;
		words[row] = (words[row]! | (depth << shift)) >>> 0;
	}
}
