import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { reportTable } from '@sw/domain/signals/report-table';
import { exchangeDate, utcMs } from '@sw/domain/time/units';
import { StoreError } from '@sw/store/faults/store-error';
import type { Stores } from '@sw/store/open';
import { reportVersions } from '@sw/store/postgres/records/reports/reports';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BuiltTable } from '../market/engine/built-table.ts';
import { createPublish, createSetNumbers } from './publish.ts';

let stores: Stores;
beforeAll(async () => {
	stores = await testStores();
});
afterAll(() => stores.close());

/** Stores whose `n`th transaction happens and is then cut off before its result arrives. */
function cutAfter(n: number): Stores {
	const { db } = stores.records;
	let transactions = 0;
	const transaction: typeof db.transaction = async (work, config) => {
		const done = await db.transaction(work, config);
		if (++transactions === n) throw new StoreError('database_away', 'cut off');
		return done;
	};
	const cut = new Proxy(db, { get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)) });
	return { ...stores, records: { ...stores.records, db: cut } };
}

function builtAt(hour: number): BuiltTable {
	const table = reportTable(utcMs(Date.UTC(2025, 6, 1, hour)), 'reverse', 3);
	table.tickerId.set([1, 2, 3]);
	return {
		table,
		cutoff: table.time,
		publishedAt: table.time,
		reconstructed: false,
		parameters: PARAMETERS_V1,
		inputs: { from: exchangeDate('2024-01-02'), hash: '0'.repeat(64) },
	};
}

function publishInto(into: Stores, shown: number[]) {
	return createPublish({
		typeOf: () => 0,
		stores: into,
		provider: 'test',
		engine: 'e1',
		numberOf: createSetNumbers(stores.records.db),
		shown: { add: ({ version }) => void shown.push(version) },
	});
}

it('does not make a report twice whose commit happened without a response', async () => {
	const built = builtAt(14);
	const { table } = built;
	const shown: number[] = [];
	// The first transaction opens the batch, the second makes the report.
	const publish = publishInto(cutAfter(2), shown);
	await expect(publish([built])).rejects.toThrow('cut off');
	expect(shown).toEqual([]);
	const [record] = await publish([built]);
	expect([record?.version, shown]).toEqual([1, [1]]);
	expect(await reportVersions(stores.records.db, table.time, table.algo)).toBe(1);
	await publish([built]);
	expect(shown).toEqual([1, 2]);
});

it('shows a report whose breadth could not be written', async () => {
	const { series } = stores;
	const write: typeof series.publishing.write = async (table, ...rest) => {
		if (table === 'breadth') throw new StoreError('series_away', 'cut off');
		return series.publishing.write(table, ...rest);
	};
	const shown: number[] = [];
	const publish = publishInto({ ...stores, series: { ...series, publishing: { ...series.publishing, write } } }, shown);
	const [record] = await publish([builtAt(15)]);
	expect([record?.version, shown]).toEqual([1, [1]]);
});
