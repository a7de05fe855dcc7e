import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { itWhere } from '@sw/domain/testing/it-where';
import { nyse, sessionOn } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';
import { describe, expect } from 'vitest';
import type { SymbolBlock } from './fold/symbol-block.ts';
import { readImport } from './read-import.ts';
import { importAll } from './testing/import-all.ts';

const DATA = process.env['SIGNALWHEEL_TEST_DATA'] ?? resolve(import.meta.dirname, '../../../../../../shared/data');
const MINUTE_SET = resolve(DATA, 'intraday/us-1min-2024');
const MIXED_SET = resolve(DATA, 'intraday/mixed-2019');
const present = existsSync(MINUTE_SET) && existsSync(MIXED_SET);
const itWithData = itWhere(present, `the data sets under ${DATA}, or elsewhere by SIGNALWHEEL_TEST_DATA`);

function closes(block: SymbolBlock | undefined, from: number): Map<number, number> {
	const found = new Map<number, number>();
	const bars = block?.bars;
	for (let i = 0; bars && i < bars.count; i++) if (bars.time[i]! * 1000 >= from) found.set(bars.time[i]!, bars.close[i]!);
	return found;
}

describe('real files', () => {
	itWithData('have stamps that mean what their format says, however thinly a ticker trades', async () => {
		const stamps = [];
		for await (const found of readImport(MINUTE_SET, { calendar: nyse })) if (found.kind === 'file') stamps.push(found.stamp);
		expect(stamps).toEqual(Array(12).fill(undefined));
	});

	itWithData('takes the twelve symbols of 2024 whole', async () => {
		const files = (await importAll(MINUTE_SET)).filter((f) => f.summary);
		expect(files.map((f) => [f.blocks[0]?.symbol, f.summary?.rows, f.summary?.rejects.total])).toEqual([
			['AZO', 19779, 0],
			['BKNG', 30456, 0],
			['CPAY', 33211, 0],
			['ERIE', 13166, 0],
			['FICO', 22818, 0],
			['GWW', 30328, 0],
			['LII', 34532, 0],
			['NVR', 28438, 0],
			['SW', 25430, 0],
			['TDG', 28960, 0],
			['TDY', 29458, 0],
			['TPL', 10880, 0],
		]);
		const bars = files[1]?.blocks[0]?.bars;
		const early = sessionOn(exchangeDate('2024-07-03'));
		const onEarly = [...(bars?.time ?? [])].flatMap((t, i) => {
			const ms = t * 1000;
			return early && ms >= early.open && ms < early.open + 86_400_000 / 3 ? [[(ms - early.open) / 900_000, bars?.session[i]]] : [];
		});
		// Thirteen o'clock closes the day: slot 13 is its last, the closing print comes after.
		expect(onEarly.filter(([slot]) => (slot as number) <= 13).every(([, session]) => session === 1)).toBe(true);
		expect(onEarly.filter(([slot]) => (slot as number) >= 14)).toEqual([[14, 2]]);
		// 00:56 UTC on a Saturday is Friday evening in New York.
		const at = bars?.time.indexOf(Date.UTC(2024, 1, 24, 0, 45) / 1000) ?? -1;
		expect(bars?.session[at]).toBe(2);
	});

	itWithData("builds the vendor's own 15-minute closes from its minutes", async () => {
		const files = new Map((await importAll(MIXED_SET)).filter((f) => f.summary).map((f) => [f.name.split('/').at(-1), f]));
		expect([...files.values()].reduce((sum, f) => sum + (f.summary?.rows ?? 0), 0)).toBe(33_671 + 14_644 + 5_366);
		expect([...files.values()].every((f) => f.summary?.rejects.total === 0)).toBe(true);
		const week = Date.UTC(2019, 1, 11);
		for (const symbol of ['SPY', 'JPM', 'V', 'GLD']) {
			const built = closes(files.get(`${symbol}_1min.csv`)?.blocks[0], week);
			const quarterHours = closes(files.get(`${symbol}_15min.csv`)?.blocks[0], week);
			expect(built.size).toBe(130);
			expect(built).toEqual(quarterHours);
		}
		expect(files.get('VIX_1min.csv')?.summary?.symbols.get('VIX')).toEqual({ rows: 1923, hasVolume: false });
		expect(files.get('SPY_daily.csv')?.blocks[0]?.daily?.count).toBe(283);
	});

	itWithData('takes every table of the data sets, or says by name why it is not used', async () => {
		const taken = new Map<string, number>();
		const unknown: string[] = [];
		const refused = new Set<string>();
		for await (const item of readImport(DATA, { calendar: nyse })) {
			if (item.kind === 'asks') throw item.error;
			if (item.kind === 'file') taken.set(item.format, (taken.get(item.format) ?? 0) + 1);
			else if (item.error.fault === 'format') unknown.push(item.name);
			else refused.add(item.error.fault);
		}
		expect([...taken.keys()].sort()).toEqual([
			'alpha-vantage',
			'companies',
			'dukascopy',
			'lean-daily',
			'lean-factors',
			'lean-hour',
			'lean-minute',
			'lean-options',
			'lean-universe',
			'mentions',
			'minute-semicolon',
			'ninja-trader',
			'ohlcv',
		]);
		expect([...refused].sort()).toEqual(['interval', 'unused']);
		// Vendors' answers, one list of companies in JSON, and licences.
		expect(unknown.filter((name) => !/\.json(\.gz)?$|LICENSE[^/]*\.txt$/.test(name))).toEqual([]);
	});
});
