import type { Detail } from './queries.ts';

/** Below this share of tickers, something is wrong. */
export const COVERED = 0.95;

/** Tickers of the newest report with a depth, as a share of all; null before the first report. */
export const measuredShare = ({ coverage }: Pick<Detail, 'coverage'>): number | null =>
	coverage && coverage.tickers > 0 ? coverage.measured / coverage.tickers : null;
