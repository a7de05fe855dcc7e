import type { BarBlock } from '@sw/domain/prices/blocks';
import type { SessionMatrix } from '@sw/domain/prices/session-matrix';

export interface ChangeCounts {
	/** Cells that had nothing before. */
	added: number;
	/** Cells that had other values; the old ones stay in the store under their batch. */
	corrected: number;
}

const BAR = ['open', 'high', 'low', 'close', 'volume'] as const;

/**
 * Empties the cells of `given` that say nothing new beside `stored`, and those of rows and slots that are not asked for. A bar or an option sum that
 * `given` lacks changes nothing: what was once received stays. Of the counts a bar and its option sum are one cell.
 */
export function storeChanges(given: SessionMatrix, stored: SessionMatrix, wanted: (row: number, slot: number) => boolean): ChangeCounts {
	const counts: ChangeCounts = { added: 0, corrected: 0 };
	for (let cell = 0; cell < given.close.length; cell++) {
		const asked = wanted(cell % given.rows, Math.floor(cell / given.rows));
		const hadBar = !Number.isNaN(stored.close[cell] as number);
		const hadSum = !Number.isNaN(stored.calls[cell] as number);
		const newBar =
			asked && !Number.isNaN(given.close[cell] as number) && BAR.some((column) => given[column][cell] !== stored[column][cell]);
		const newSum =
			asked &&
			!Number.isNaN(given.calls[cell] as number) &&
			(given.calls[cell] !== stored.calls[cell] || given.puts[cell] !== stored.puts[cell]);
		if (!newBar) given.close[cell] = Number.NaN;
		if (!newSum) given.calls[cell] = Number.NaN;
		if ((newBar && hadBar) || (newSum && hadSum)) counts.corrected++;
		else if (newBar || newSum) counts.added++;
	}
	// A halt that is known leaves no second marker.
	if (given.halted)
		for (let cell = 0; cell < given.halted.length; cell++) {
			const asked = wanted(cell % given.rows, Math.floor(cell / given.rows));
			if (!asked || stored.halted?.[cell] === 1) given.halted[cell] = 0;
		}
	return counts;
}

/** The same for bars outside of the session. */
export function storeChangedBars(given: BarBlock, stored: BarBlock, wanted: (tickerId: number) => boolean): ChangeCounts {
	const counts: ChangeCounts = { added: 0, corrected: 0 };
	const key = (block: BarBlock, i: number): string => `${block.tickerId[i]}.${block.time[i]}`;
	const known = new Map(Array.from({ length: stored.count }, (_, i) => [key(stored, i), i]));
	const columns = [given.tickerId, given.time, given.session, given.open, given.high, given.low, given.close, given.volume];
	let kept = 0;
	for (let i = 0; i < given.count; i++) {
		if (!wanted(given.tickerId[i] as number)) continue;
		const at = known.get(key(given, i));
		if (at !== undefined && BAR.every((column) => given[column][i] === stored[column][at])) continue;
		if (at === undefined) counts.added++;
		else counts.corrected++;
		for (const column of columns) column[kept] = column[i] as number;
		kept++;
	}
	given.count = kept;
	return counts;
}
