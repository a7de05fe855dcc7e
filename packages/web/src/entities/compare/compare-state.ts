import { TIMEFRAMES, type Timeframe } from '@sw/domain/time/timeframe';
import { createQueryReader, type InvalidValue, readInstant, readOneOf } from '../../lib/address/query-grammar.ts';
import { pickKeys } from '../../lib/address/search-params.ts';
import { RANGES, type Range } from '../ticker/ticker-state.ts';
import { type CompareState, MAX_COMPARED } from './compare-link.ts';

const KEYS = ['tickers', 'timeframe', 'range', 'report'] as const;
export type CompareSearch = { [K in (typeof KEYS)[number]]?: string | string[] };

const SYMBOL = /^[A-Z0-9^][A-Z0-9.^=/-]{0,15}$/;
const DEFAULT_TIMEFRAMES: readonly Timeframe[] = ['day'];

export function readCompareState(search: CompareSearch): { state: CompareState; refused: InvalidValue[] } {
	const reader = createQueryReader(pickKeys(search, KEYS));
	const timeframes = reader.many(
		'timeframe',
		TIMEFRAMES.map(({ name }) => name),
	);
	// Read as text, because the query reader would convert symbols that look like numbers.
	const typedSymbols = [search.tickers ?? []].flat().flatMap((text) => text.toUpperCase().split(','));
	const symbols = [...new Set(typedSymbols.map((symbol) => symbol.trim()).filter((symbol) => symbol !== ''))];
	const tickers = symbols.filter((symbol) => SYMBOL.test(symbol)).slice(0, MAX_COMPARED);
	const refusedSymbols = symbols.filter((symbol) => !tickers.includes(symbol));
	const state = {
		tickers,
		timeframes: timeframes.length > 0 ? timeframes : DEFAULT_TIMEFRAMES,
		range: reader.one<Range | undefined>('range', readOneOf(RANGES), undefined),
		report: reader.one<string | undefined>('report', readInstant, undefined),
	};
	return {
		state,
		refused: refusedSymbols.length > 0 ? [{ key: 'tickers', value: refusedSymbols.join(',') }, ...reader.invalid] : reader.invalid,
	};
}
