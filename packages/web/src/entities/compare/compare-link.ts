import type { Timeframe } from '@sw/domain/time/timeframe';
import type { LinkProps } from '@tanstack/react-router';
import { toDotted } from '../../lib/address/query-grammar.ts';
import type { Range } from '../ticker/ticker-state.ts';

/** Maximum number of tickers in a comparison. */
export const MAX_COMPARED = 6;

/** The state of a comparison, stored in its URL. */
export interface CompareState {
	/** Distinct symbols in capitals, in the order of their colors. */
	tickers: readonly string[];
	/** At least one timeframe. Each has its own chart. */
	timeframes: readonly Timeframe[];
	/** Undefined: each timeframe's full range. */
	range: Range | undefined;
	/** Time of a past report. Undefined: the newest report. */
	report: string | undefined;
}

/** Returns the link to a comparison of the first MAX_COMPARED of these tickers. */
export function compareLink(tickers: readonly string[], { timeframes, range, report }: Partial<CompareState> = {}) {
	const search = toDotted({ tickers: tickers.slice(0, MAX_COMPARED), timeframe: timeframes ?? [], range, report });
	return { to: '/compare', search } as const satisfies LinkProps;
}
