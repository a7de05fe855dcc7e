import { describe, expect, it } from 'vitest';
import { type CalibrateSize, calibrate } from './calibrate.ts';

/** Too few runs for the goals, enough for a row of each table. */
const QUICK_STUDY: CalibrateSize = { tickers: 60, markets: 2, searches: 2, years: 4, widths: 3, sessions: 40 };

describe('the calibration command', () => {
	it('writes the same page for the same size, with a row for each aim', () => {
		const lines: string[] = [];
		const page = calibrate(QUICK_STUDY, (line) => lines.push(line));
		expect(calibrate(QUICK_STUDY, () => {})).toBe(page);
		expect(lines).toHaveLength(7);
		for (const [aim, tables] of [
			[30, 2],
			[100, 3],
			[300, 2],
			[1_000, 3],
			[10_000, 1],
		] as const)
			expect(page.match(new RegExp(`^\\| ${aim} \\|`, 'gm'))).toHaveLength(tables);
		expect(page).toContain('| 4 | 1040 |');
		expect(page).not.toMatch(/NaN|undefined|n\/a/);
		expect(page.split('\n').every((line) => line.startsWith('|') || line.length <= 160)).toBe(true);
	});
});
