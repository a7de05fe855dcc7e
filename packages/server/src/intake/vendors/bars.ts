/** Validates vendors' bars and converts them to blocks. */
import { type BarBlock, createBarBlock, createDailyBlock, type DailyBlock } from '@sw/domain/prices/blocks';
import { SECOND } from '@sw/domain/time/units';

/** A bar as a vendor states it. `ms`: start in UTC milliseconds. */
export interface VendorBar {
	ms: number;
	open: number;
	high: number;
	low: number;
	close: number;
	volume: number;
}

/** Bars by symbol; symbols without bars can be absent. */
export type BarsBySymbol = ReadonlyMap<string, readonly VendorBar[]>;

/** Sorts bars by time and drops invalid ones. Of bars with the same start, the last one counts. */
export function sortValidBars(bars: readonly VendorBar[]): VendorBar[] {
	const byTime = new Map(bars.filter(isValidBar).map((bar) => [bar.ms, bar]));
	return [...byTime.values()].sort((a, b) => a.ms - b.ms);
}

/** Whether a bar's prices lie between low and high; with a tolerance, because vendors round each price separately. */
function isValidBar({ open, high, low, close, volume }: VendorBar): boolean {
	return low > 0 && high >= low && high >= Math.max(open, close) * 0.999 && low <= Math.min(open, close) * 1.001 && volume >= 0;
}

/** Converts 15-minute bars to a block, by time, then ticker. */
export function toBarBlock(bars: readonly { tickerId: number; session: number; bar: VendorBar }[]): BarBlock {
	const sorted = [...bars].sort((a, b) => a.bar.ms - b.bar.ms || a.tickerId - b.tickerId);
	const block = createBarBlock(sorted.length);
	for (const { tickerId, session, bar } of sorted) {
		const n = block.count++;
		block.time[n] = bar.ms / SECOND;
		block.session[n] = session;
		setBar(block, n, tickerId, bar);
	}
	return block;
}

function setBar(block: BarBlock | DailyBlock, n: number, tickerId: number, bar: VendorBar): void {
	block.tickerId[n] = tickerId;
	block.open[n] = bar.open;
	block.high[n] = bar.high;
	block.low[n] = bar.low;
	block.close[n] = bar.close;
	block.volume[n] = bar.volume;
}

/** Converts daily bars of one day to a block, by ticker. */
export function toDailyBlock(day: number, bars: readonly { tickerId: number; bar: VendorBar }[]): DailyBlock {
	const sorted = [...bars].sort((a, b) => a.tickerId - b.tickerId);
	const block = createDailyBlock(sorted.length);
	for (const { tickerId, bar } of sorted) {
		const n = block.count++;
		block.day[n] = day;
		setBar(block, n, tickerId, bar);
	}
	return block;
}
