import type { Tab } from '../signals/sector.ts';
import type { StrategyName } from '../time/timeframe.ts';
import type { FilterEntry } from './entries.ts';

/** A filter created at first start; administrators can change it afterwards. */
export interface BuiltInFilter {
	readonly tab: Tab;
	readonly strategy: StrategyName;
	readonly name: string;
	readonly comment: string;
	readonly entries: readonly FilterEntry[];
}

/** One filter per tab. Each combines price with volume or option trading, because a move with unusual trading is more meaningful. */
export const BUILT_IN_FILTERS: readonly BuiltInFilter[] = [
	{
		tab: 'extreme_rise',
		strategy: 'first',
		name: 'Rise with volume',
		comment: 'A rise of at least depth 2 within the hour, and more shares traded than usual for the time of day.',
		entries: [
			{ sector: 'price_short', timeframe: 'one_hour', value: 2 },
			{ sector: 'volume', timeframe: 'one_hour', value: 1 },
		],
	},
	{
		tab: 'extreme_fall',
		strategy: 'first',
		name: 'Fall with volume',
		comment: 'A fall of at least depth 2 within the hour, and more shares traded than usual for the time of day.',
		entries: [
			{ sector: 'price_long', timeframe: 'one_hour', value: 2 },
			{ sector: 'volume', timeframe: 'one_hour', value: 1 },
		],
	},
	{
		tab: 'free',
		strategy: 'first',
		name: 'Busy options',
		comment: 'Far more options and shares traded than usual for the time of day, whatever the price does.',
		entries: [
			{ sector: 'call_with_put', timeframe: 'one_hour', value: 2 },
			{ sector: 'volume', timeframe: 'one_hour', value: 1 },
		],
	},
	{
		tab: 'coiled_spring',
		strategy: 'first',
		name: 'Quiet with busy options',
		comment: 'The price is unusually still while more options trade than usual.',
		entries: [{ sector: 'call_with_put', timeframe: 'one_hour', value: 1 }],
	},
];
