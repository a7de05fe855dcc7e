import type { Calendar } from '@sw/domain/time/calendar';
import type { ReportTime, UtcMs } from '@sw/domain/time/units';
import type { BuiltTable } from '../../market/engine/built-table.ts';
import type { Run, StartFollower } from '../../market/life/follower.ts';
import type { ForecastReports } from './forecast-reports.ts';

/** Sessions whose missing forecasts are published at start: the running one and the one before. Older ones would predict what is already known. */
const SESSIONS = 2;
/** Waits before retries of a failed forecast, in milliseconds; then it is skipped, because the next one is better. */
const RETRY_AFTER = [5_000, 30_000];

export interface ForecastPublishing {
	forecasts: ForecastReports;
	calendar: Calendar;
	/** Times of the reverse reports from `from` to `to`, in order. */
	reported(from: UtcMs, to: UtcMs): Promise<readonly ReportTime[]>;
	publish(built: readonly BuiltTable[]): Promise<unknown>;
	onError(message: string, error: unknown): void;
}

/** Publishes the timetable's forecasts after reports: each when it is due, and at start those of the newest sessions, oldest first. */
export function followWithForecasts(publishing: ForecastPublishing): StartFollower {
	return (run) => {
		const { forecasts, calendar, reported } = publishing;
		const { clock, signal } = run;
		return {
			published: async (report) => {
				const time = forecasts.slotAfter(report);
				if (time !== undefined) await publishAt(publishing, run, time);
			},
			missed: async () => {
				const last = calendar.lastOpened(clock.now());
				const first = last && calendar.sessionNumber(Math.max(0, last.ordinal - SESSIONS + 1));
				if (!first || !last) return;
				const reports = await tried(
					'failed to publish the forecasts of the newest sessions',
					() => reported(first.open, last.close),
					publishing,
					run,
				);
				for (const report of reports ?? []) {
					if (signal.aborted) return;
					const time = forecasts.slotAfter(report);
					if (time !== undefined && time <= clock.now()) await publishAt(publishing, run, time);
				}
			},
		};
	};
}

/** The work's result; undefined when the run ended first or the work failed too often. Never rejects. */
async function tried<T>(
	message: string,
	work: () => Promise<T>,
	{ onError }: Pick<ForecastPublishing, 'onError'>,
	{ signal, pause }: Run,
): Promise<T | undefined> {
	for (let tries = 0; !signal.aborted; tries++) {
		try {
			return await work();
		} catch (error) {
			if (signal.aborted) return;
			onError(message, error);
			const wait = RETRY_AFTER[tries];
			if (wait === undefined) return;
			await pause(wait);
		}
	}
	return;
}

/** Publishes a slot's forecast when it is due, unless it exists or there is too little data. Never rejects. */
function publishAt(publishing: ForecastPublishing, run: Run, time: ReportTime): Promise<void> {
	return tried(
		`failed to publish the forecast of ${new Date(time).toISOString()}`,
		async () => {
			await run.clock.waitUntil(time, run.signal);
			const built = await orAborted(publishing.forecasts.build(time), run.signal);
			if (built) await publishing.publish([built]);
		},
		publishing,
		run,
	);
}

/** The work's result, or the signal's reason as soon as it aborts, so that no run waits for a long measurement that it no longer needs. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	return new Promise((resolve, reject) => {
		signal.addEventListener('abort', () => reject(signal.reason), { once: true });
		work.then(resolve, reject);
	});
}
