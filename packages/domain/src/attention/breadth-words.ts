import type { TopCategory, TopInterval } from '../prices/top-lists.ts';
import type { Timeframe } from '../time/timeframe.ts';
import type { BreadthSlice } from './breadth.ts';

/**
 * The specification requests breadth in the terms of top tables, so the API accepts both vocabularies. A table's category means the slice with the same
 * measure, and a table's interval means the timeframe of the same length.
 */
const SLICE_BY_CATEGORY: Record<TopCategory, BreadthSlice> = {
	active: 'volume',
	unusual_volume: 'volume',
	gainers: 'price_short',
	deviation: 'price_short',
	high: 'price_short',
	losers: 'price_long',
	low: 'price_long',
};
const TIMEFRAME_BY_INTERVAL: Partial<Record<TopInterval, Timeframe>> = { hour: 'one_hour', '4h': 'four_hours', day: 'day' };

export const TABLE_CATEGORIES = Object.keys(SLICE_BY_CATEGORY) as TopCategory[];
export const TABLE_INTERVALS = Object.keys(TIMEFRAME_BY_INTERVAL) as ('hour' | '4h' | 'day')[];

export function toBreadthSlice(name: BreadthSlice | TopCategory): BreadthSlice {
	return name in SLICE_BY_CATEGORY ? SLICE_BY_CATEGORY[name as TopCategory] : (name as BreadthSlice);
}

export function toBreadthTimeframe(name: Timeframe | 'hour' | '4h' | 'day'): Timeframe {
	return name === 'day' ? 'day' : (TIMEFRAME_BY_INTERVAL[name as TopInterval] ?? (name as Timeframe));
}
