import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { minWindowValues, PARAMETERS_V1 as P } from './parameters.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../../docs/signals.md'), 'utf8');

/** The numbers of a table's row on the page, from its second column on; those in parentheses last. */
function row(begins: string): number[][] {
	const line = page.split('\n').find((text) => text.startsWith(`| ${begins}`)) ?? '';
	return line
		.split('|')
		.slice(2, -1)
		.map((cell) => (cell.match(/[\d.]+/g) ?? []).map(Number));
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}

describe('version 1 of the parameters', () => {
	it('is the table of docs/signals.md', () => {
		expect(row('W, bars in the scale window')).toEqual(P.windowBars.map((bars, t) => [bars, P.windowSessions[t]]));
		expect(row('calendar days on the chart')).toEqual(P.chartDays.map((days) => [days]));
		expect(row('h, bars in')).toEqual(P.moveBars.map((bars) => [bars]));
		expect(row('fewest values for a reading')).toEqual(P.windowBars.map((bars) => [minWindowValues(P, bars)]));
		expect(page).toContain(`Levels ${P.rings.join(', ')} · slot weights ${P.slotWeights.join(', ')} · MAD constant ${P.madConstant}.`);
	});

	it('has the numbers that the page gives by the section', () => {
		expect(P.daily).toEqual({ sessions: 20, least: 10 });
		expect(P.volume).toEqual({ pseudo: 100, floor: 0.25 });
		expect(P.optionSum).toEqual({ pseudo: 10, floor: 0.35, minMedianDaily: 50 });
		expect(P.optionDiff).toEqual({ kappaMin: 20, kappaShare: 1 / 4, floor: 0.05 });
		expect(P.squeeze).toMatchObject({ recent: 10, base: 1.5, slope: 10, pivot: 0.75, pinnedBelow: 0.4, decimals: 9 });
		expect(P.price).toEqual({ floorShare: 0.5, tick: 0.01, pennyTick: 0.0001, pennyBelow: 1 });
		expect([P.illiquidShare, P.eligible.price, P.eligible.dollarVolume, Math.exp(P.quarantineJump)]).toEqual([0.3, 1, 50_000, 1.8]);
		expect([P.fine.clamp, P.fine.decimals]).toEqual([8, 6]);
		expect([P.version, P.tabQuorum, P.slotWeights, P.flatBelow]).toEqual([1, 2, [1, 2, 4], 1e-12]);
		expect([P.forecastBars, P.cooldownBars]).toEqual([10, 10]);
		expect(P.forecastTails).toEqual([0.09, 0.045, 0.0225, 0.012, 0.005]);
	});

	it('asks for half a window, of three values at least', () => {
		expect([1, 3, 5, 6, 7, 8, 9, 100, 101].map((window) => minWindowValues(P, window))).toEqual([3, 3, 3, 3, 4, 4, 5, 50, 51]);
	});

	it('has a clock of mean square .999984 and shares that sum to .999998 (1.9.21), most of both at the open', () => {
		expect(sum(P.clock.map((f) => f * f)) / 26).toBeCloseTo(0.999984, 6);
		for (const shares of [P.volumeShare, P.optionShare]) {
			expect(shares).toHaveLength(26);
			expect(sum(shares)).toBeCloseTo(0.999998, 9);
		}
	});
});
