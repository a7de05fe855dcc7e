import type { ReportTime, UtcMs } from '@sw/domain/time/units';
import { reportTimes } from '@sw/store/postgres/records/reports';
import type { PipelineParts } from '../../market/slots/parts.ts';
import type { MarketClock } from '../../platform/clocks/market-clock.ts';
import type { ForecastReports } from './forecast-reports.ts';

/** Sessions whose forecasts are made up for at start: the one that runs and the one before it. Older ones would foretell what everybody knows. */
const SESSIONS = 2;
/** Waits before a failed forecast is tried again, in milliseconds; then it is left out, because the next one is better. */
const RETRY_AFTER = [5_000, 30_000];

export interface ForecastPublishing {
	parts: PipelineParts;
	forecasts: ForecastReports;
	clock: Pick<MarketClock, 'now' | 'waitUntil'>;
	signal: AbortSignal;
	/** Waits on the wall clock. */
	pause(ms: number): Promise<void>;
	onTrouble(what: string, error: unknown): void;
}

/** The work's result, or the signal's reason as soon as it aborts: nobody waits for a long measurement that is of no use any more. */
const orAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
	new Promise((resolve, reject) => {
		signal.addEventListener('abort', () => reject(signal.reason), { once: true });
		work.then(resolve, reject);
	});

/** Publishes the forecast of a slot when it is due, unless it is there or nothing can be said yet. Never rejects. */
const publishAt = async ({ parts, forecasts, clock, signal, pause, onTrouble }: ForecastPublishing, time: ReportTime): Promise<void> => {
	for (let tries = 0; !signal.aborted; tries++) {
		try {
			await clock.waitUntil(time, signal);
			const built = await orAborted(forecasts.build(time), signal);
			if (built) await parts.publish([built]);
			return;
		} catch (error) {
			if (signal.aborted) return;
			onTrouble(`forecast of ${new Date(time).toISOString()}`, error);
			const wait = RETRY_AFTER[tries];
			if (wait === undefined) return;
			await pause(wait);
		}
	}
};

/** The forecast that follows a report that has just been published, if its timetable has one. */
export const followWithForecast = async (publishing: ForecastPublishing, report: UtcMs): Promise<void> => {
	const time = publishing.forecasts.slotAfter(report);
	if (time !== undefined) await publishAt(publishing, time);
};

/** The forecasts of the newest sessions that fell due while nobody was there to make them, oldest first. */
export const publishMissingForecasts = async (publishing: ForecastPublishing): Promise<void> => {
	const { parts, forecasts, clock, signal } = publishing;
	const { calendar, stores } = parts;
	const last = calendar.lastOpened(clock.now());
	const first = last && calendar.sessionNumber(Math.max(0, last.ordinal - SESSIONS + 1));
	if (!first || !last) return;
	for (const report of await reportTimes(stores.records.db, first.open, last.close, 'reverse')) {
		if (signal.aborted) return;
		const time = forecasts.slotAfter(report);
		if (time !== undefined && time <= clock.now()) await publishAt(publishing, time);
	}
};
