import { createReportTable, type ReportTable } from '@sw/domain/signals/report-table';
import { utcMs } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { keepStoredInformation } from './verify-report.ts';

const UNKNOWN = 0;
const NONE = 0b0101;
const NEW = 0b1010;
const EARLIER = 0b1001;

function row(information: number, accepted = 0): ReportTable {
	const table = createReportTable(utcMs(0), 'reverse', 1);
	table.tickerId[0] = 7;
	table.information[0] = information;
	table.filingForm[0] = accepted === 0 ? 0 : 1;
	table.filingAccepted[0] = accepted;
	return table;
}

describe('a report recomputed when more filings are known', () => {
	it.each([
		['nothing was known', row(UNKNOWN), row(NEW, 100), true],
		['nothing was known of five sessions', row(0b0001), row(EARLIER, 100), true],
		['a newer filing was read later', row(NEW, 90), row(NEW, 100), true],
		['something else was known of two sessions, and nothing of five', row(0b0001), row(NEW, 100), false],
		['there was no filing, and now there is one', row(NONE), row(NEW, 100), false],
		['a filing was known that is not there', row(NEW, 100), row(UNKNOWN), false],
		['a later filing was known', row(NEW, 100), row(NEW, 90), false],
	])('keeps the stored row only where less was known: %s', (_, stored, recomputed, keeps) => {
		const before = structuredClone(recomputed);
		keepStoredInformation(recomputed, stored);
		expect(recomputed).toEqual(keeps ? stored : before);
	});
});
