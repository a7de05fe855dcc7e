import type { StoredCalibration } from '@sw/domain/research/calibration/stored-calibration';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import type { UtcMs } from '@sw/domain/time/units';
import { utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { z } from 'zod';
import { type BoundJob, bindJob, defineJob } from '../../platform/jobs/definition.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Calibrations } from './calibrations.ts';

export const FORECAST_LANE = 'forecasts';

/** Measures once a day, after the close: forecast widths, with one warning naming the bands that miss their coverage, and the other checks, as lines of text. */
export const FORECAST_MONITOR = defineJob({
	kind: 'forecast_monitor',
	lane: FORECAST_LANE,
	payload: z.object({ close: z.number().transform(utcMs) }),
	key: ({ close }) => String(close),
	retries: 2,
});

export function forecastMonitor(
	calibrations: Calibrations,
	warn: (line: string) => void,
	strays: (close: UtcMs) => Promise<readonly string[]> = async () => [],
): BoundJob {
	return bindJob(FORECAST_MONITOR, async ({ close }, { progress, say }) => {
		progress('Measuring the coverage of forecast bands');
		const alarms = (await calibrations.measure(close)).filter(({ calibration }) => calibration.alarm);
		const notify = (line: string): void => {
			say(line);
			warn(line);
		};
		if (alarms.length > 0)
			notify(`Forecast bands out of tolerance at the close of ${newYorkDate(close)}: ${alarms.map(coverageText).join('; ')}.`);
		progress('Checking the frequency of levels');
		const rings = await strays(close);
		for (const line of rings) notify(line);
		return { alarms: alarms.length, rings: rings.length };
	});
}

function coverageText({ timeframe, horizon, calibration: { coverage80, coverage95, outcomes } }: StoredCalibration): string {
	const bars = horizon === 1 ? '1 bar' : `${horizon} bars`;
	return `${TIMEFRAMES[timeframe].label}, ${bars} ahead: the 80 % band held ${percent(coverage80)} and the 95 % band ${percent(coverage95)} of the time, n = ${outcomes}`;
}

function percent(share: number | null): string {
	return share === null ? 'n/a' : `${(100 * share).toFixed(1)} %`;
}

/** Submits the job after the report of a close. */
export async function monitorClose(jobs: Pick<Jobs, 'submit'>, close: UtcMs): Promise<void> {
	await jobs.submit(FORECAST_MONITOR, { close }, 'Signalwheel');
}
