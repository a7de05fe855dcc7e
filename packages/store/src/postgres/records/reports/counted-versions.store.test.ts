import type { ReportTime, UtcMs } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Stores } from '../../../open.ts';
import { testStores } from '../../../testing/test-stores.ts';
import { openBatch } from '../tickers/batches.ts';
import { countedAfter, countedVersions, firstVersions, reportSpan } from './counted-versions.ts';
import { ensureParameterSet } from './parameter-sets.ts';
import { commitReports } from './reports.ts';

let stores: Stores;
/** The build of each publication, by its name. */
const builds = new Map<string, number>();

function at(n: number): ReportTime {
	return (Date.UTC(2025, 0, 2, 15) + n * 900_000) as ReportTime;
}

const ALL = [0 as UtcMs, 2e12 as UtcMs, 'reverse'] as const;

async function publish(name: string, n: number, reconstructed: boolean): Promise<void> {
	const { db } = stores.records;
	const build = await openBatch(db, { kind: 'reports', provider: 'test' });
	await commitReports(db, build, [
		{
			time: at(n),
			algo: 'reverse',
			parametersVersion: await ensureParameterSet(db, { name: 'any' }),
			engineVersion: 'test',
			cutoff: at(n),
			tickers: 1,
			reconstructed,
			publishedAt: at(n),
			contentHash: name,
		},
	]);
	builds.set(name, build);
}

function names(found: readonly { buildId: number }[]): (string | undefined)[] {
	return found.map(({ buildId }) => [...builds].find(([, build]) => build === buildId)?.[0]);
}

beforeAll(async () => {
	stores = await testStores();
	await publish('live', 0, false);
	await publish('half an import', 1, true);
	await publish('live and right', 2, false);
	await publish('live, corrected', 0, true);
	await publish('the rest of the import', 1, true);
	await publish('the rest, corrected', 1, true);
});
afterAll(() => stores?.close());

describe('the versions that statistics depend on', () => {
	it('are the first of live reports and the newest of those built afterwards', async () => {
		const { db } = stores.records;
		expect(names(await countedVersions(db, ...ALL))).toEqual(['live', 'the rest, corrected', 'live and right']);
		expect(names(await firstVersions(db, ...ALL))).toEqual(['live', 'half an import', 'live and right']);
		expect(await reportSpan(db, 'reverse')).toEqual({ from: at(0), to: at(2), newest: 6 });
		expect(await reportSpan(db, 'forecast')).toBeUndefined();
	});

	it('show whether one of them was published after they were read', async () => {
		const { db } = stores.records;
		const after = (from: number, to: number, seq: number) => countedAfter(db, at(from), at(to), 'reverse', seq);
		// The correction of the live report, fourth in the chain, counts for nothing.
		expect([await after(0, 0, 1), await after(0, 2, 5), await after(0, 2, 6), await after(2, 2, 3), await after(1, 1, 3)]).toEqual([
			false,
			true,
			false,
			false,
			true,
		]);
	});
});
