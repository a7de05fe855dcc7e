import type { StoredCalibration } from '@sw/domain/research/calibration/calibration';
import { expect, it } from 'vitest';
import { createForecastMonitor } from './calibrations.ts';

function measured(timeframe: number, horizon: number, coverage80: number | null, alarm: boolean): StoredCalibration {
	return { timeframe, horizon, calibration: { coverage80, coverage95: 0.6898148148148148, outcomes: 432, alarm } } as StoredCalibration;
}

async function warnings(found: readonly StoredCalibration[], rings: readonly string[] = []) {
	const [warned, logged]: [string[], string[]] = [[], []];
	const monitor = createForecastMonitor(
		{ measure: async () => found } as never,
		(line) => warned.push(line),
		async () => rings,
	);
	await monitor.run(
		{ close: Date.parse('2026-06-24T20:00:00Z') },
		{ progress: () => {}, printLine: (line) => logged.push(line), signal: new AbortController().signal, isLastTry: true },
	);
	return { warned, said: logged };
}

it('names every band out of tolerance in one warning, which the job keeps too', async () => {
	const { warned, said: logged } = await warnings([
		measured(1, 1, 0.6157407407407407, true),
		measured(1, 2, 0.8, false),
		measured(4, 3, null, true),
	]);
	expect(warned).toEqual([
		'Forecast bands out of tolerance at the close of 2026-06-24: ' +
			'30m, 1 bar ahead: the 80 % band held 61.6 % and the 95 % band 69.0 % of the time, n = 432; ' +
			'1d, 3 bars ahead: the 80 % band held n/a and the 95 % band 69.0 % of the time, n = 432.',
	]);
	expect(logged).toEqual(warned);
});

it('warns of nothing where every band holds, and of each ring that is off target', async () => {
	expect(await warnings([measured(1, 1, 0.8, false)])).toEqual({ warned: [], said: [] });
	expect((await warnings([], ['calls: level 1 in 9 %.'])).warned).toEqual(['calls: level 1 in 9 %.']);
});
