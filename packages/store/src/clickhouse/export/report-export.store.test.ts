import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReportTable } from '@sw/domain/signals/report-table';
import { MINUTE, utcMs } from '@sw/domain/time/units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Stores } from '../../open.ts';
import { testStores } from '../../testing/test-stores.ts';
import { insertReportRows } from '../report-rows.ts';
import { exportReports } from './report-export.ts';

let stores: Stores;
let folder: string;
beforeAll(async () => {
	stores = await testStores();
	folder = mkdtempSync(join(tmpdir(), 'signalwheel-export-'));
});
afterAll(async () => {
	await stores?.close();
	rmSync(folder, { recursive: true, force: true });
});

const REPORTS = 5_000;
const ROWS = 50;
const tables = Array.from({ length: REPORTS }, (_, place) => {
	const table = createReportTable(utcMs(Date.UTC(2024, 0, 2) + place * 15 * MINUTE), 'reverse', ROWS);
	for (let row = 0; row < ROWS; row++) table.tickerId[row] = row + 1;
	return table;
});

it('writes more reports than fit into a statement, in pieces, in order and with one line of names', async () => {
	await insertReportRows(stores.series, tables, 1);
	const reports = tables.map(({ time, count }, place) => ({
		time,
		version: 1,
		buildId: 1,
		contentHash: String(place).padStart(64, '0'),
		tickers: count,
	}));
	const file = join(folder, 'all.csv');
	const shares: number[] = [];
	await exportReports(stores.series, reports, new Map([[1, 'ONE']]), { file, format: 'csv' }, (share) => shares.push(share));
	const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
	expect(lines).toHaveLength(1 + REPORTS * ROWS);
	expect(lines.filter((line) => line.startsWith('"report","algo"'))).toHaveLength(1);
	expect(lines[1]).toMatch(/^"2024-01-02T00:00:00Z","reverse",1,"0{64}",1,"ONE",/);
	const times = lines.slice(1).map((line) => line.slice(0, 22));
	expect(times).toEqual([...times].sort());
	expect(shares.length).toBeGreaterThan(1);
	expect(shares.at(-1)).toBe(1);
});
