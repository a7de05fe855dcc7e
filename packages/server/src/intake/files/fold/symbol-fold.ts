/** Folds rows of one symbol into 15-minute bars, or collects them as daily bars. */
import { type BarBlock, columnsOf, createBarBlock, createDailyBlock, type DailyBlock } from '@sw/domain/prices/blocks';
import { SLOT_MS } from '@sw/domain/time/slots';
import { SECOND } from '@sw/domain/time/units';
import type { RejectReason } from '../faults/rejects.ts';

const FIRST_CAPACITY = 32;

/** An input row: one bar. The object is reused for every row. `time`: start in UTC milliseconds; for a daily row its day number. */
export interface Row {
	time: number;
	open: number;
	high: number;
	low: number;
	close: number;
	volume: number;
}

export function createRow(): Row {
	return { time: 0, open: 0, high: 0, low: 0, close: 0, volume: 0 };
}

export interface SymbolFold {
	readonly symbol: string;
	/** `stepCount`: number of steps between rows of one day so far; `smallestStep`: the smallest of them in milliseconds. */
	readonly stepCount: number;
	readonly smallestStep: number;
	/** 'order' or 'duplicate' if a row at this time cannot follow the last one; undefined if it can. `time`: as in Row. */
	rejectReasonAt(time: number): RejectReason | undefined;
	/** Merges an intraday row into its slot; the part of the session is PRE, REGULAR or POST. */
	addBar(row: Row, sessionPart: number): void;
	/** Adds a row of the day with this number; consecutive rows of the same day are merged. */
	addDay(row: Row, day: number): void;
	/** Closes the bar that is being built. */
	finish(): void;
	/** Returns and clears the finished bars; the slot being built stays. Ticker ids are 0: the caller sets them. */
	takeFinished(): { bars: BarBlock | null; daily: DailyBlock | null };
}

/** `direction`: 1 for the oldest row first, -1 for the newest first. `onBar` is called for each bar that is added to a block. */
export function createSymbolFold(symbol: string, direction: 1 | -1, onBar: () => void): SymbolFold {
	let lastTime = Number.NaN;
	let stepCount = 0;
	let smallestStep = Number.POSITIVE_INFINITY;
	let bars: BarBlock | undefined;
	let daily: DailyBlock | undefined;
	// The bar being built: its slot's start in ms, -1 if there is none.
	let slotStartMs = -1;
	let slotSessionPart = 0;
	let open = 0;
	let high = 0;
	let low = 0;
	let close = 0;
	let volume = 0;

	const startBar = (row: Row): void => {
		({ open, high, low, close, volume } = row);
	};
	const closeSlot = (): void => {
		if (slotStartMs < 0) return;
		onBar();
		bars = ensureBarCapacity(bars);
		const n = bars.count++;
		bars.time[n] = slotStartMs / SECOND;
		bars.session[n] = slotSessionPart;
		bars.open[n] = open;
		bars.high[n] = high;
		bars.low[n] = low;
		bars.close[n] = close;
		bars.volume[n] = volume;
		slotStartMs = -1;
	};
	/**
	 * Merges a row into the slot's bar. If any row of the slot has volume, rows without volume don't count. Rows of an index never have volume, so all of them
	 * count.
	 */
	const mergeRow = (row: Row): void => {
		if (row.volume === 0 && volume > 0) return;
		if (row.volume > 0 && volume === 0) {
			startBar(row);
			return;
		}
		high = Math.max(high, row.high);
		low = Math.min(low, row.low);
		if (direction < 0) open = row.open;
		else close = row.close;
		volume += row.volume;
	};

	const mergeDay = (days: DailyBlock, n: number, row: Row): void => {
		days.high[n] = Math.max(days.high[n]!, row.high);
		days.low[n] = Math.min(days.low[n]!, row.low);
		if (direction < 0) days.open[n] = row.open;
		else days.close[n] = row.close;
		days.volume[n] = days.volume[n]! + row.volume;
	};

	return {
		symbol,
		get stepCount() {
			return stepCount;
		},
		get smallestStep() {
			return smallestStep;
		},
		rejectReasonAt(time) {
			if (time === lastTime) return 'duplicate';
			return (time - lastTime) * direction < 0 ? 'order' : undefined;
		},
		addBar(row, sessionPart) {
			const step = Math.abs(row.time - lastTime);
			if (step < 12 * 3_600_000) {
				stepCount++;
				smallestStep = Math.min(smallestStep, step);
			}
			lastTime = row.time;
			const rowSlotStartMs = row.time - (row.time % SLOT_MS);
			if (rowSlotStartMs === slotStartMs && sessionPart === slotSessionPart) {
				mergeRow(row);
				return;
			}
			closeSlot();
			slotStartMs = rowSlotStartMs;
			slotSessionPart = sessionPart;
			startBar(row);
		},
		addDay(row, day) {
			lastTime = row.time;
			const at = daily ? daily.count - 1 : -1;
			if (daily && at >= 0 && daily.day[at] === day) {
				mergeDay(daily, at, row);
				return;
			}
			onBar();
			daily = ensureDayCapacity(daily);
			const n = daily.count++;
			daily.day[n] = day;
			daily.open[n] = row.open;
			daily.high[n] = row.high;
			daily.low[n] = row.low;
			daily.close[n] = row.close;
			daily.volume[n] = row.volume;
		},
		finish: closeSlot,
		takeFinished() {
			const blocks = { bars: bars ?? null, daily: daily ?? null };
			bars = daily = undefined;
			return blocks;
		},
	};
}

type Block = BarBlock | DailyBlock;

/** Returns the block, or a copy with twice its capacity if it is full. */
function ensureBarCapacity(block: BarBlock | undefined): BarBlock {
	if (!block) return createBarBlock(FIRST_CAPACITY);
	return block.count < block.time.length ? block : copyInto(createBarBlock(block.time.length * 2), block);
}

function copyInto<T extends Block>(larger: T, block: T): T {
	const columns = columnsOf(block);
	for (const [name, column] of columnsOf(larger)) column.set(columns.get(name) ?? []);
	larger.count = block.count;
	return larger;
}

function ensureDayCapacity(block: DailyBlock | undefined): DailyBlock {
	if (!block) return createDailyBlock(FIRST_CAPACITY);
	return block.count < block.day.length ? block : copyInto(createDailyBlock(block.day.length * 2), block);
}
