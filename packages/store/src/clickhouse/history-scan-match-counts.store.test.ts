import { hasSessionFigureTest, normalizeConditions } from '@sw/domain/filters/groups';
import { toRowGroups } from '@sw/domain/filters/industries';
import { RANDOM_INDUSTRIES, randomGroups } from '@sw/domain/filters/testing/random-groups';
import { CAP_BUCKETS, MENTION_BUCKETS } from '@sw/domain/prices/buckets';
import type { ListQuestion } from '@sw/domain/reports/list/list-question';
import { countRows } from '@sw/domain/reports/list/ranking';
import { memberRows } from '@sw/domain/reports/list/ranking-members';
import { randomTable } from '@sw/domain/reports/testing/random-table';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { SECTORS, TABS } from '@sw/domain/signals/sector';
import { STRATEGIES, type TimeframeIndex } from '@sw/domain/time/timeframe';
import { utcMs } from '@sw/domain/time/units';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Stores } from '../open.ts';
import { commitBatch, openBatch, visibleBatches } from '../postgres/records/tickers/batches.ts';
import { testStores } from '../testing/test-stores.ts';
import { queryMatchCounts } from './history-scan.ts';
import { insertReportRows } from './report-rows.ts';

let stores: Stores;
const START = Date.UTC(2025, 6, 1, 14);
const tables: ReportTable[] = fc
	.sample(randomTable, { numRuns: 600, seed: 11 })
	.filter((table) => table.count > 6)
	.slice(0, 20)
	.map((table, at) => ({ ...table, time: utcMs(START + at * 900_000) }));
const span = { from: START / 1000, to: START / 1000 + tables.length * 900, algo: 'reverse', quorum: PARAMETERS_V1.tabQuorum } as const;

async function publish(tables: readonly ReportTable[]): Promise<number> {
	const { db } = stores.records;
	const build = await openBatch(db, { kind: 'reports', provider: 'test' });
	await insertReportRows(stores.series, tables, build);
	await commitBatch(db, build, 0);
	return build;
}

/** The build that counts of each report. */
let versions: Map<number, number>;

beforeAll(async () => {
	stores = await testStores();
	const build = await publish(tables);
	versions = new Map(tables.map((table) => [table.time / 1000, build]));
	// A correction of the first report with other words; it counts once it is declared effective.
	const [first, other] = tables as [ReportTable, ReportTable];
	await publish([{ ...other, time: first.time }]);
});
afterAll(() => stores?.close());

const question: fc.Arbitrary<ListQuestion> = fc.record({
	tab: fc.constantFrom(...TABS.map(({ name }) => name)),
	operation: fc.constant('short' as const),
	strategy: fc.constantFrom(...STRATEGIES),
	conditions: fc.array(
		fc.record({
			sector: fc.constantFrom(...SECTORS.map(({ key }) => key)),
			timeframe: fc.integer({ min: 0, max: 4 }) as fc.Arbitrary<TimeframeIndex>,
			value: fc.integer({ min: 0, max: 5 }),
		}),
		{ maxLength: 3 },
	),
	groups: fc
		.option(randomGroups({ ranges: true }), { nil: undefined })
		.map((groups) => toRowGroups(normalizeConditions({ entries: [], groups }).groups, RANDOM_INDUSTRIES)),
	caps: fc.subarray([...CAP_BUCKETS]),
	mentions: fc.subarray(MENTION_BUCKETS.map(({ name }) => name)),
});

/** Whether no row that can be in a list has a dollar volume: as in a report of an earlier version of the product. */
function lacksFigures(table: ReportTable): boolean {
	const open: ListQuestion = { tab: 'free', operation: 'short', strategy: STRATEGIES[0] };
	return memberRows(table, open, PARAMETERS_V1).every((row) => Number.isNaN(table.dollarVolume[row]));
}

describe('counts over past reports', () => {
	it('agree with the list of each report in the version that counts', async () => {
		const seen = await visibleBatches(stores.records.db);
		for (const listQuestion of fc.sample(question, { numRuns: 120, seed: 5 })) {
			const found = await queryMatchCounts(stores.series, listQuestion, span, versions, seen);
			const open: ListQuestion = { tab: 'free', operation: 'short', strategy: listQuestion.strategy };
			const asks = hasSessionFigureTest(listQuestion.groups);
			const counted = tables.filter((table) => !asks || !lacksFigures(table));
			const expected = counted.map((table) => ({
				report: table.time / 1000,
				matched: countRows(table, listQuestion, PARAMETERS_V1),
				eligible: countRows(table, open, PARAMETERS_V1),
			}));
			expect(found, JSON.stringify(listQuestion)).toEqual(expected.filter(({ eligible }) => eligible > 0));
		}
	});
});
