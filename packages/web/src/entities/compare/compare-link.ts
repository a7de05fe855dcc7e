import type { Timeframe } from '@sw/domain/time/timeframe';
import type { LinkProps } from '@tanstack/react-router';
import { toDotted } from '../../lib/address/query-grammar.ts';
import type { Range } from '../ticker/ticker-state.ts';

export const MOST_COMPARED = 6;

/** The state in the address of a comparison. */
export interface CompareState {
	/** Symbols in capitals, each once, in the order of their colours. */
	tickers: readonly string[];
	/** At least one; each has a chart. */
	timeframes: readonly Timeframe[];
	/** Default: each timeframe's full range. */
	range: Range | undefined;
	/** A past report by its time. */
	report: string | undefined;
}

/** Compares these tickers, as far as there is room. */
export function compareLink(tickers: readonly string[], { timeframes, range, report }: Partial<CompareState> = {}) {
	const search = toDotted({ tickers: tickers.slice(0, MOST_COMPARED), timeframe: timeframes ?? [], range, report });
	return { to: '/compare', search } as const satisfies LinkProps;
}
