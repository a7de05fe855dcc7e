import { fillDeepCells, findMissingDeepCells } from '@sw/store/clickhouse/stored-deep-cells';
import type { Stores } from '@sw/store/open';
import { z } from 'zod';
import { type BoundJob, bindJob, defineJob } from '../platform/jobs/definition.ts';

export const DEEP_CELLS_LANE = 'deep_cells';

/** Job that adds the deep cells of reports from older product versions, month by month. Until then, searches read all packed words of a month. */
export const DEEP_CELLS = defineJob({ kind: 'deep_cells', lane: DEEP_CELLS_LANE, payload: z.object({}), retries: 3 });

export function createDeepCellsJob({ series }: Pick<Stores, 'series'>): BoundJob {
	return bindJob(DEEP_CELLS, async (_, { progress, signal }) => {
		const months = await findMissingDeepCells(series);
		for (const [index, month] of months.entries()) {
			signal.throwIfAborted();
			progress('Indexing past reports by depth', index / months.length);
			await fillDeepCells(series, month, signal);
		}
		return { months: months.length };
	});
}

export async function hasMissingDeepCells({ series }: Pick<Stores, 'series'>): Promise<boolean> {
	return (await findMissingDeepCells(series)).length > 0;
}
