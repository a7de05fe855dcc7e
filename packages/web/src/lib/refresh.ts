/** Public pages ask again every minute. */
export const REFRESH_MS = 60_000;
/** The market clock's minute may be this late on screen. */
export const CLOCK_MS = 20_000;
