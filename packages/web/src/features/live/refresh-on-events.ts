import { SECOND } from '@sw/domain/time/units';
import type { QueryClient } from '@tanstack/react-query';
import { INBOX_KEY } from '../../entities/inbox/unread.ts';
import { subscribeToEvents } from '../../entities/live/browser-live.ts';
import type { LiveEvent } from '../../entities/live/hub-client.ts';
import { latestQuery } from '../../entities/readings/reading.ts';
import { showReportLoadFailure } from '../../entities/readings/show-report-load-failure.ts';
import { sitePath } from '../../lib/address/site-path.ts';
import type { Api } from '../../lib/api/client.ts';
import { msOf } from '../../lib/format/times.ts';
import { REFRESH_MS } from '../../lib/refresh.ts';

/** Queries that each event invalidates. A report's alerts are written a moment after the report, and send a separate event. */
const QUERIES_BY_EVENT: Readonly<Record<LiveEvent, readonly (readonly string[])[]>> = {
	report: [['targets'], INBOX_KEY],
	messages: [INBOX_KEY],
};

/** Minimum length of an outage that is shown, in milliseconds. Most shorter outages recover without help. */
export const OUTAGE_SHOWN_AFTER_MS = 30 * SECOND;

/** First and last hour of the tick, UTC. */
const FIRST_HOUR = 13;
const LAST_HOUR = 21;
const QUARTER_MINUTES = 15;

/** The specification's daylight-saving window as [month from 0, day], inclusive. All other code uses the real calendar. */
const SUMMER = [
	[2, 10],
	[10, 5],
] as const;

/** Opening times in minutes after midnight UTC, inside and outside the daylight-saving window. */
const [SUMMER_OPEN, WINTER_OPEN] = [13 * 60 + 30, 14 * 60 + 30];

/**
 * Follows new reports and messages until the returned function is called. The open report stays: only the newest known report changes. `onOutage` is called
 * when an outage lasts, and when the connection is back. During an outage, the server is polled once a minute.
 */
export function refreshOnEvents(queryClient: QueryClient, api: Api, onOutage: (isDown: boolean) => void): () => void {
	const invalidate = (event: LiveEvent): void => {
		for (const queryKey of QUERIES_BY_EVENT[event]) void queryClient.invalidateQueries({ queryKey });
	};
	const checkForReport = async (onFailure = (): void => {}): Promise<void> => {
		const knownTime = queryClient.getQueryData(latestQuery(api).queryKey)?.time;
		const newest = await queryClient.fetchQuery({ ...latestQuery(api), staleTime: 0 }).catch(onFailure);
		if (newest && newest.time !== knownTime) invalidate('report');
	};
	const onEvent = (event: LiveEvent): void => {
		invalidate(event);
		if (event === 'report') void checkForReport(() => showReportLoadFailure(location.pathname.slice(sitePath('').length)));
	};
	let isOutage = false;
	const outage = createOutageMonitor(startTimer, (isDown) => {
		isOutage = isDown;
		onOutage(isDown);
	});
	const stop = subscribeToEvents(onEvent, outage.onConnection);
	const timer = setInterval(() => {
		const frame = queryClient.getQueryData<{ now: string }>(['shell', 'frame']);
		if (isOutage || (frame && isReportTick(msOf(frame.now)))) void checkForReport();
	}, REFRESH_MS);
	return () => {
		stop();
		outage.close();
		clearInterval(timer);
	};
}

/** Calls `notify` when the connection has been down for a while, and when it is back. `startTimer` returns a function that cancels the timer. */
export function createOutageMonitor(startTimer: (ms: number, callback: () => void) => () => void, notify: (isDown: boolean) => void) {
	let cancel: (() => void) | undefined;
	return {
		onConnection(isUp: boolean): void {
			if (!isUp) {
				cancel ??= startTimer(OUTAGE_SHOWN_AFTER_MS, () => notify(true));
				return;
			}
			cancel?.();
			cancel = undefined;
			notify(false);
		},
		close: (): void => cancel?.(),
	};
}

/**
 * Returns whether the once-a-minute tick asks for a new report at this market time: every quarter-hour from the open to 21:45 UTC, as specified. A coarse
 * check suffices, because the live connection announces new reports.
 */
export function isReportTick(ms: number): boolean {
	const date = new Date(ms);
	const [hour, minute] = [date.getUTCHours(), date.getUTCMinutes()];
	if (hour < FIRST_HOUR || hour > LAST_HOUR || minute % QUARTER_MINUTES !== 0) return false;
	return hour * 60 + minute >= (isSummer(date) ? SUMMER_OPEN : WINTER_OPEN);
}

function isSummer(date: Date): boolean {
	const [start, end] = SUMMER.map(([month, day]) => Date.UTC(date.getUTCFullYear(), month, day)) as [number, number];
	const day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
	return day >= start && day <= end;
}

function startTimer(ms: number, callback: () => void): () => void {
	const timer = setTimeout(callback, ms);
	return () => clearTimeout(timer);
}
