import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PARAMETERS_V1 } from '../../signals/parameters.ts';
import { createReportTable, FLAG_ELIGIBLE, FLAG_QUARANTINE, FLAG_STALE, type ReportTable } from '../../signals/report-table.ts';
import { TABS } from '../../signals/sector.ts';
import { STRATEGIES } from '../../time/timeframe.ts';
import { utcMs } from '../../time/units.ts';
import { randomTable } from '../testing/random-table.ts';
import { memberRows } from './ranking-members.ts';
import { hasTimeInList, listedColumn, minutesInList, withTimeInList } from './time-in-list.ts';

const START = Date.UTC(2025, 6, 1, 13, 45);
const QUORUM = PARAMETERS_V1.tabQuorum;

/** Reports of one session, a slot apart, or two where a slot has no report. */
const session = fc.array(fc.tuple(randomTable, fc.constantFrom(1, 1, 1, 2)), { minLength: 1, maxLength: 6 }).map((reports) => {
	let slot = 0;
	return reports.map(([table, step]): ReportTable => {
		slot += step;
		const listed = [0, 1, 2].map(() => new Uint16Array(table.count)) as unknown as ReportTable['listed'];
		// An index is eligible only by having no dollar volume; the plain rule below has no types.
		const dollarVolume = table.dollarVolume.map((value) => (Number.isNaN(value) ? 0 : value));
		return { ...table, time: utcMs(START + 900_000 * slot), dollarVolume, listed };
	});
});

function withTimes(tables: readonly ReportTable[]): ReportTable[] {
	const done: ReportTable[] = [];
	for (const table of tables) done.push(withTimeInList(table, done.at(-1), QUORUM));
	return done;
}

describe('time in a list', () => {
	it('is that since the first of the reports in which a ticker has been a member without interruption', () => {
		fc.assert(
			fc.property(session, (tables) => {
				const timed = withTimes(tables);
				for (const { name: tab } of TABS.filter(({ name }) => name !== 'free'))
					for (const strategy of STRATEGIES) {
						const members = tables.map(
							(table) =>
								new Set(Array.from(memberRows(table, { tab, operation: 'short', strategy }, PARAMETERS_V1), (row) => table.tickerId[row]!)),
						);
						for (const [at, table] of timed.entries())
							table.tickerId.forEach((id, row) => {
								const gone = members.slice(0, at + 1).findLastIndex((listed) => !listed.has(id));
								const expected = gone === at ? Number.NaN : (table.time - timed[gone + 1]!.time) / 60_000;
								expect(minutesInList(table.listed[listedColumn(strategy)][row]!, tab)).toBe(expected);
							});
					}
			}),
			{ numRuns: 60 },
		);
	});

	it('is unknown in the free list, and before it was stored', () => {
		const table = createReportTable(utcMs(START), 'reverse', 2);
		table.tickerId.set([1, 2]);
		expect([hasTimeInList(table), hasTimeInList(withTimeInList(table, undefined, QUORUM))]).toEqual([false, true]);
		expect(minutesInList(0xffff, 'free')).toBeNaN();
	});

	it('counts an index, which has no dollar volume, and no row that is stale or in quarantine', () => {
		const table = createReportTable(utcMs(START), 'reverse', 4);
		table.tickerId.set([1, 2, 3, 4]);
		table.dollarVolume.set([Number.NaN, 5, Number.NaN, 5]);
		table.flags.set([0, 0, FLAG_QUARANTINE, FLAG_ELIGIBLE | FLAG_STALE]);
		for (const words of table.words) words.fill(3);
		const [column] = withTimeInList(table, undefined, QUORUM).listed;
		expect(Array.from(column, (packed) => minutesInList(packed, 'extreme_rise'))).toEqual([0, Number.NaN, Number.NaN, Number.NaN]);
	});
});
