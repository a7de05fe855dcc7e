import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itWhere } from '@sw/domain/testing/it-where';
import { afterAll, describe, expect, it } from 'vitest';
import { readHours, replicate } from './replicate.ts';

const DATA = process.env['SIGNALWHEEL_TEST_DATA'] ?? join(import.meta.dirname, '../../../../../../shared/data');
const [MARKET, SPY] = [join(DATA, 'daily/us-all-2015-2016'), join(DATA, 'lean/equity/usa/hour/spy.zip')];
const itWithData = itWhere(existsSync(MARKET) && existsSync(SPY), MARKET);

const folder = mkdtempSync(join(tmpdir(), 'hours-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the replication command', () => {
	it('reads the morning from the last close and the last hour of each whole day', async () => {
		const path = join(folder, 'spy.csv');
		writeFileSync(
			path,
			[
				'20200102 09:00,990000,0,0,1000000,1',
				'20200102 15:00,1000000,0,0,1010000,1',
				'20200103 09:00,1010000,0,0,1020100,1',
				'20200103 15:00,1000000,0,0,990000,1',
				// An early close has no last hour, and is the close before the next morning.
				'20200106 09:00,990000,0,0,990000,1',
				'20200106 12:00,990000,0,0,980000,1',
				'20200107 09:00,980000,0,0,970200,1',
				'20200107 15:00,500000,0,0,500000,1',
			].join('\n'),
		);
		const { morning, last, dates } = await readHours(path);
		expect(dates).toEqual(['2020-01-03', '2020-01-07']);
		expect(morning.map((value) => Math.round(10_000 * Math.exp(value)))).toEqual([10_100, 9_900]);
		expect(last.map((value) => Math.round(10_000 * Math.exp(value)))).toEqual([9_900, 10_000]);
		writeFileSync(path, 'nothing');
		await expect(readHours(path)).rejects.toThrow(/contains no hourly bars/);
	});

	itWithData('finds the momentum of the market in twenty-three years of hours', async () => {
		const page = await replicate(MARKET, SPY);
		expect(page.match(/^\| Market intraday momentum \(.* \| agrees \|/gm)).toHaveLength(1);
		expect(page).not.toMatch(/NaN|undefined/);
	});
});
