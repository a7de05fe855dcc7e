import type { UtcMs } from '@sw/domain/time/units';
import { utcMs } from '@sw/domain/time/units';
import { z } from 'zod';
import { type BoundJob, bindJob, defineJob } from '../../platform/jobs/definition.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Calibrations } from './calibrations.ts';

export const FORECAST_LANE = 'forecasts';

/** Measures once a day, after the close: forecast widths, with a warning where bands miss their coverage, and the other checks, as lines of text. */
export const FORECAST_MONITOR = defineJob({
	kind: 'forecast_monitor',
	lane: FORECAST_LANE,
	payload: z.object({ close: z.number().transform(utcMs) }),
	key: ({ close }) => String(close),
	retries: 2,
});

export function forecastMonitor(
	calibrations: Calibrations,
	onError: (what: string, error: unknown) => void,
	strays: (close: UtcMs) => Promise<readonly string[]> = async () => [],
): BoundJob {
	return bindJob(FORECAST_MONITOR, async ({ close }, { progress, say }) => {
		progress('Measuring the coverage of forecast bands');
		const alarms = (await calibrations.measure(close)).filter(({ calibration }) => calibration.alarm);
		const notify = (what: string, line: string): void => {
			say(line);
			onError(what, new Error(line));
		};
		for (const { timeframe, horizon, calibration } of alarms)
			notify(
				'forecast bands out of range',
				`Timeframe ${timeframe}, ${horizon} bars ahead: the 80 % and 95 % bands held in ${calibration.coverage80} and ${calibration.coverage95}.`,
			);
		progress('Checking the frequency of levels');
		const rings = await strays(close);
		for (const line of rings) notify('rings', line);
		return { alarms: alarms.length, rings: rings.length };
	});
}

/** Submits the job after the report of a close. */
export async function monitorClose(jobs: Pick<Jobs, 'submit'>, close: UtcMs): Promise<void> {
	await jobs.submit(FORECAST_MONITOR, { close }, 'Signalwheel');
}
