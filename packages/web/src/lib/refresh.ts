/** Public pages ask again every minute. */
export const REFRESH_MS = 60_000;
/** The market clock's minute may be this late on screen. */
export const CLOCK_MS = 20_000;
/** What is worked out of past reports changes with the next one; until then it need not be asked for again. */
export const SETTLED_MS = 5 * 60_000;
/** How often long work is asked how far it is. */
export const LOOK_MS = 1_000;
