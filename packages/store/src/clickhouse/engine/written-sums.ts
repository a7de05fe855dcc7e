import type { DaySum } from '@sw/domain/prices/batch';
import type { Columns, ColumnsOf } from './native.ts';
import { addSums, isSummed, sumRows } from './row-sums.ts';

/** More batches are never written at a time; older ones were abandoned. */
const KEPT_BATCHES = 16;

/** Sums of the rows that this process has written for uncommitted batches. */
export interface WrittenSums {
	/** Adds rows `from` up to `to`, which were written. */
	add<C extends Columns>(table: string, spec: C, columns: ColumnsOf<C>, from: number, to: number): void;
	/** For the batch's commit; undefined for a batch that is unknown here. */
	ofBatch(batch: number): readonly DaySum[] | undefined;
}

export function createWrittenSums(): WrittenSums {
	const batches = new Map<number, readonly DaySum[]>();
	return {
		add: (table, spec, columns, from, to) => {
			if (!isSummed(table) || to <= from) return;
			const batch = (columns['batch'] as Uint32Array)[from] as number;
			const sums = addSums(batches.get(batch) ?? [], sumRows(table, spec, columns, from, to));
			batches.delete(batch);
			batches.set(batch, sums);
			const [oldest] = batches.keys();
			if (batches.size > KEPT_BATCHES && oldest !== undefined) batches.delete(oldest);
		},
		ofBatch: (batch) => batches.get(batch),
	};
}
