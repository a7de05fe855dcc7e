import type { Detail } from './queries.ts';

/** Below this share of tickers, something is wrong. */
export const COVERED = 0.95;

/** Tickers of the newest report with a depth, as a share of all; null before the first report. */
export function measuredShare({ coverage }: Pick<Detail, 'coverage'>): number | null {
	return coverage && coverage.tickers > 0 ? coverage.measured / coverage.tickers : null;
}
