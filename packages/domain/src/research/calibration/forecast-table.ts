import { PRICE_NULL } from '../../signals/packed.ts';
import type { ParameterSet } from '../../signals/parameters.ts';
import { copyInformation, createReportTable, FLAG_ELIGIBLE, FLAG_STALE, type ReportTable, Z_SERIES } from '../../signals/report-table.ts';
import { TIMEFRAME_COUNT, type TimeframeIndex } from '../../time/timeframe.ts';
import type { ReportTime } from '../../time/units.ts';

/** The nibbles of price_short and price_long in a packed word. */
const PRICE_BITS = 0xff;

/** Keeps rounding errors from moving share x n past an integer. */
const ROUNDING_TOLERANCE = 1e-9;

/**
 * Creates the report of algo forecast (signals.md section 2): the report of algo reverse with other price depths. `drifts[t][row]` is the expected move on
 * timeframe t, divided by the spread of that move; NaN if unknown. Eligible rows are ranked by drift: the top tail sets price_long, the bottom tail
 * price_short. Depth therefore means rank among tickers, not the size of a move. Rows without a rank have unmeasurable price cells. z of price is the drift;
 * rises are positive.
 */
export function createForecastTable(
	reverseTable: ReportTable,
	time: ReportTime,
	drifts: readonly Float64Array[],
	{ forecastTails }: Pick<ParameterSet, 'forecastTails'>,
): ReportTable {
	const { count } = reverseTable;
	const table = createReportTable(time, 'forecast', count);
	table.tickerId.set(reverseTable.tickerId);
	table.price.set(reverseTable.price);
	table.cap.set(reverseTable.cap);
	table.mentions.set(reverseTable.mentions);
	table.change.set(reverseTable.change);
	table.dollarVolume.set(reverseTable.dollarVolume);
	table.flags.set(reverseTable.flags);
	for (let row = 0; row < count; row++) copyInformation(reverseTable, row, table, row);
	table.z.set(reverseTable.z);
	for (let tf = 0; tf < TIMEFRAME_COUNT; tf++) {
		const words = table.words[tf as TimeframeIndex];
		const drift = drifts[tf] as Float64Array;
		const rankedRows: number[] = [];
		const z = table.z.subarray(tf * Z_SERIES.length * count, (tf * Z_SERIES.length + 1) * count);
		for (let row = 0; row < count; row++) {
			const isEligible = (reverseTable.flags[row]! & (FLAG_ELIGIBLE | FLAG_STALE)) === FLAG_ELIGIBLE;
			const hasDrift = isEligible && !Number.isNaN(drift[row]!);
			const word = (reverseTable.words[tf as TimeframeIndex][row]! & ~PRICE_BITS) >>> 0;
			words[row] = hasDrift ? (word & ~PRICE_NULL) >>> 0 : (word | PRICE_NULL) >>> 0;
			z[row] = hasDrift ? drift[row]! : Number.NaN;
			if (hasDrift) rankedRows.push(row);
		}
		// Equal drifts keep the order of tickers, so that a report is reproducible.
		const highestFirst = Uint32Array.from(rankedRows).sort((a, b) => drift[b]! - drift[a]! || a - b);
		setTailDepths(words, highestFirst, rankedRows.length, forecastTails, 4);
		setTailDepths(
			words,
			Uint32Array.from(rankedRows).sort((a, b) => drift[a]! - drift[b]! || a - b),
			rankedRows.length,
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
	return tails.filter((share) => rank <= share * n + ROUNDING_TOLERANCE).length;
}

/** Sets the depths of one tail, in the nibble at `shift`. `order` lists the ranked rows, most extreme first. */
function setTailDepths(words: Uint32Array, order: Uint32Array, total: number, tails: readonly number[], shift: number): void {
	for (const [at, row] of order.entries()) {
		const depth = forecastDepth(at + 1, total, tails);
		if (depth === 0) return;
		words[row] = (words[row]! | (depth << shift)) >>> 0;
	}
}
