import { publicAt } from '@sw/domain/filings/filing-book';
import { rowInformation } from '@sw/domain/filings/information';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { nyse } from '@sw/domain/time/calendar';
import { strategyNamed } from '@sw/domain/time/timeframe';
import type { ReportTime } from '@sw/domain/time/units';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import { reportAt, reportsBetween } from '@sw/store/postgres/records/reports/reports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifyParts } from '../../compose/core/research-store.ts';
import { createMarketStores, type MarketStores } from '../../research/testing/market-stores.ts';
import { verifyReport } from './verify-report.ts';

let at: MarketStores;
let all: ReportRecord[];
beforeAll(async () => {
	at = await createMarketStores();
	all = await reportsBetween(at.stores.records.db, 0 as ReportTime, at.market.now(), 'reverse');
});
afterAll(() => at?.close());

function verify(record: ReportRecord) {
	return verifyReport(createVerifyParts({ ...at, calendar: nyse }), record);
}

describe('a recomputed report', () => {
	it('is identical to the one that the market published, with the same inputs', async () => {
		for (const record of [all[0], all[30], all.at(-1)] as ReportRecord[]) {
			const verdict = await verify(record);
			expect([new Date(record.time).toISOString(), verdict.differences.slice(0, 5)]).toEqual([new Date(record.time).toISOString(), []]);
			expect(verdict).toMatchObject({ identical: true, sameInputs: true, sameEngine: true, storedHash: record.contentHash });
		}
	});

	it('states public information of each ticker, some with a filing and some without', async () => {
		const states: Record<string, number> = { unknown: 0, no: 0, yes: 0 };
		for (const record of all) {
			const table = await queryReportRows(at.stores.series, record.time, record.algo, record.buildId);
			for (let row = 0; row < table.count; row++) {
				const { state, filing } = rowInformation(table, row, strategyNamed('third'));
				states[state] = states[state]! + 1;
				if (filing) expect(publicAt(filing.acceptedAt)).toBeLessThanOrEqual(record.time);
			}
		}
		expect(states['yes']).toBeGreaterThan(10);
		expect(states['no']).toBeGreaterThan(10);
	});

	it('of information is another where it was changed', async () => {
		const record = (await reportAt(at.stores.records.db, (all.at(-3) as ReportRecord).time, 'reverse')) as ReportRecord;
		const where = `report = toDateTime(${record.time / 1000}, 'UTC') AND build = ${record.buildId} AND ticker_id = 7`;
		await at.stores.series.bulk.run(
			`ALTER TABLE report_rows UPDATE information = bitXor(information, 15) WHERE ${where} SETTINGS mutations_sync = 1`,
		);
		const verdict = await verify(record);
		expect(verdict).toMatchObject({ identical: false, differences: [{ tickerId: 7, cell: 'information' }] });
	});

	it('names the ticker and the cell when one stored byte was flipped', async () => {
		const record = (await reportAt(at.stores.records.db, (all.at(-2) as ReportRecord).time, 'reverse')) as ReportRecord;
		const where = `report = toDateTime(${record.time / 1000}, 'UTC') AND build = ${record.buildId} AND ticker_id = 7`;
		await at.stores.series.bulk.run(`ALTER TABLE report_rows UPDATE w60 = bitXor(w60, 0x1000) WHERE ${where} SETTINGS mutations_sync = 1`);
		const verdict = await verify(record);
		expect(verdict.identical).toBe(false);
		expect(verdict.differences).toHaveLength(1);
		expect(verdict.differences[0]).toMatchObject({ tickerId: 7, cell: 'volume 1h' });
		expect(verdict.storedHash).not.toBe(record.contentHash);
		expect(verdict.recomputedHash).toBe(record.contentHash);
	});

	it('says that the bars changed when a stored bar was', async () => {
		const record = all.at(-1) as ReportRecord;
		const where = `ticker_id = 5 AND time = toDateTime(${record.time / 1000 - 900}, 'UTC') AND session = 1`;
		await at.stores.series.bulk.run(`ALTER TABLE bars UPDATE close = close * 1.1 WHERE ${where} SETTINGS mutations_sync = 1`);
		const verdict = await verify(record);
		expect(verdict.differences.map(({ tickerId }) => tickerId)).toContain(5);
		expect(verdict).toMatchObject({ identical: false, sameInputs: false, storedHash: record.contentHash });
	});
});
