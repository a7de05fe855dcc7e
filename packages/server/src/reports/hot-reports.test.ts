import { createReportTable, tableBytes } from '@sw/domain/signals/report-table';
import type { ReportTime } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { createFacts, createReport } from '../market/window/testing/fixture.ts';
import { createHotReports } from './hot-reports.ts';

function at(minute: number) {
	return (minute * 60_000) as ReportTime;
}

describe('hot reports', () => {
	const open = (loads: number[] = [], bytes = 1e6) =>
		createHotReports({
			maxTables: 2,
			maxBytes: bytes,
			load: async (facts) => {
				loads.push(facts.time);
				return facts.time === at(9) ? undefined : createReport(facts.time);
			},
		});

	it('finds the newest that a licence may open, whatever the order they came in', () => {
		const reports = open();
		reports.add(createFacts(at(3), { report: 'premium' }));
		reports.add(createFacts(at(1)));
		reports.add(createFacts(at(4), { report: 'pro' }));
		reports.add(createFacts(at(2), { report: 'pro', first: true }));
		const times = [null, 'basic', 'premium', 'pro'].map((l) => reports.latest(l as null)?.time);
		expect(times).toEqual([at(1), at(2), at(3), at(4)]);
		expect(reports.newest()?.time).toBe(at(4));
	});

	it('may include a report without tickers', async () => {
		const reports = open();
		const [facts, empty] = [createFacts(at(1)), createReportTable(at(1), 'reverse', 0)];
		reports.add(facts, empty);
		expect([reports.newest(), await reports.table(facts)]).toEqual([facts, empty]);
	});

	it('lists those of a span, newest first, both ends included, whatever the order they came in', () => {
		const reports = open();
		for (const minute of [4, 1, 3, 9, 2]) reports.add(createFacts(at(minute)));
		const between = (from: number, to: number): number[] => reports.between(at(from), at(to)).map(({ time }) => time / 60_000);
		expect(between(2, 4)).toEqual([4, 3, 2]);
		expect(between(0, 99)).toEqual([9, 4, 3, 2, 1]);
		expect(between(5, 8)).toEqual([]);
		expect(between(10, 12)).toEqual([]);
	});

	it('lets a later version take the place of an earlier one, never the other way round', () => {
		const reports = open();
		reports.add(createFacts(at(1), { version: 2 }));
		reports.add(createFacts(at(1), { version: 1 }));
		expect(reports.at(at(1))?.version).toBe(2);
		reports.add(createFacts(at(1), { version: 3 }));
		expect([reports.at(at(1))?.version, reports.latest(null)?.version]).toEqual([3, 3]);
	});

	it('announce only the newest', () => {
		const reports = open();
		const received: number[] = [];
		const stop = reports.onNewest(({ time }) => received.push(time));
		for (const minute of [2, 1, 3]) reports.add(createFacts(at(minute)));
		stop();
		reports.add(createFacts(at(4)));
		expect(received).toEqual([at(2), at(3)]);
	});

	it('reads a table once for all who ask at the same time, and again when it was forgotten', async () => {
		const loads: number[] = [];
		const reports = open(loads);
		const facts = [1, 2, 3].map((minute) => createFacts(at(minute)));
		await Promise.all([reports.table(facts[0] as never), reports.table(facts[0] as never)]);
		expect(loads).toEqual([at(1)]);
		for (const one of facts) await reports.table(one);
		await reports.table(facts[0] as never);
		expect(loads).toEqual([at(1), at(2), at(3), at(1)]);
		expect(await reports.table(createFacts(at(9)))).toBeUndefined();
	});

	it('keeps no more tables than weigh what they may', async () => {
		const loads: number[] = [];
		const one = tableBytes(createReport(at(1)));
		const reports = open(loads, 1.5 * one);
		const facts = [1, 2].map((minute) => createFacts(at(minute)));
		for (const each of [...facts, ...facts.toReversed()]) await reports.table(each);
		expect(loads).toEqual([at(1), at(2), at(1)]);
	});
});
