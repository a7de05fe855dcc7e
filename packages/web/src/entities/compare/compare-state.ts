import { TIMEFRAMES, type Timeframe } from '@sw/domain/time/timeframe';
import type { LinkProps } from '@tanstack/react-router';
import { toDotted } from '../../lib/address/query-grammar.ts';
import { type InvalidValue, queryReader, readInstant, readOneOf } from '../../lib/address/query-reader.ts';
import { pickKeys } from '../../lib/address/search-params.ts';
import { RANGES, type Range } from '../ticker/ranges.ts';

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

const KEYS = ['tickers', 'timeframe', 'range', 'report'] as const;
export type CompareSearch = { [K in (typeof KEYS)[number]]?: string | string[] };

const SYMBOL = /^[A-Z0-9^][A-Z0-9.^=/-]{0,15}$/;
const DEFAULT_TIMEFRAMES: readonly Timeframe[] = ['day'];

export function readCompareState(search: CompareSearch): { state: CompareState; refused: InvalidValue[] } {
	const read = queryReader(pickKeys(search, KEYS));
	const timeframes = read.many(
		'timeframe',
		TIMEFRAMES.map(({ name }) => name),
	);
	// Symbols are texts, whatever they look like.
	const given = [search.tickers ?? []].flat().flatMap((text) => text.toUpperCase().split(','));
	const symbols = [...new Set(given.map((symbol) => symbol.trim()).filter((symbol) => symbol !== ''))];
	const tickers = symbols.filter((symbol) => SYMBOL.test(symbol)).slice(0, MOST_COMPARED);
	const left = symbols.filter((symbol) => !tickers.includes(symbol));
	const state = {
		tickers,
		timeframes: timeframes.length > 0 ? timeframes : DEFAULT_TIMEFRAMES,
		range: read.one<Range | undefined>('range', readOneOf(RANGES), undefined),
		report: read.one<string | undefined>('report', readInstant, undefined),
	};
	return { state, refused: left.length > 0 ? [{ key: 'tickers', value: left.join(',') }, ...read.refused] : read.refused };
}

/** Compares these tickers, as far as there is room. */
export function compareLink(tickers: readonly string[], { timeframes, range, report }: Partial<CompareState> = {}) {
	const search = toDotted({ tickers: tickers.slice(0, MOST_COMPARED), timeframe: timeframes ?? [], range, report });
	return { to: '/compare', search } as const satisfies LinkProps;
}
