/** Refresh interval of public pages: a minute. */
export const REFRESH_MS = 60_000;
/** Maximum lag of the displayed market clock. */
export const CLOCK_MS = 20_000;
/** Results computed from past reports change only with the next report; until then they aren't fetched again. */
export const SETTLED_MS = 5 * 60_000;
/** Poll interval of long computations. */
export const LOOK_MS = 1_000;
