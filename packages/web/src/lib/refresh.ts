import type { UseQueryResult } from '@tanstack/react-query';

/** Refresh interval of public pages: a minute. */
export const REFRESH_MS = 60_000;
/** Refresh interval of the market clock, and so the maximum lag of the displayed time. */
export const CLOCK_REFRESH_MS = 20_000;
/** Stale time of results that are computed from past reports. They change only with the next report. */
export const PAST_RESULTS_STALE_MS = 5 * 60_000;
/** Poll interval of long computations. */
export const POLL_MS = 1_000;

/** Whether a failed query runs again. Until it succeeds, the page still shows the failure. */
export function isRetrying({ isPending, errorUpdateCount }: Pick<UseQueryResult, 'isPending' | 'errorUpdateCount'>): boolean {
	return isPending && errorUpdateCount > 0;
}
