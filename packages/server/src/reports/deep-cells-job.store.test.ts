import type { Stores } from '@sw/store/open';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDeepCellsJob, hasMissingDeepCells } from './deep-cells-job.ts';

let stores: Stores;
beforeAll(async () => {
	stores = await testStores();
});
afterAll(() => stores?.close());

it('goes over the months that are missing, newest first, and leaves none', async () => {
	await stores.series.bulk.run('INSERT INTO deep_cells_missing VALUES (202401, 9), (202402, 9)');
	expect(await hasMissingDeepCells(stores)).toBe(true);
	const shares: (number | null | undefined)[] = [];
	const context = {
		progress: (_: string, share?: number | null) => void shares.push(share),
		printLine: () => {},
		signal: new AbortController().signal,
		isLastTry: false,
	};
	expect(await createDeepCellsJob(stores).run({}, context)).toEqual({ months: 2 });
	expect(shares).toEqual([0, 0.5]);
	expect(await hasMissingDeepCells(stores)).toBe(false);
});
