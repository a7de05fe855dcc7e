import type { Tab } from '../signals/sector.ts';
import type { StrategyName } from '../time/timeframe.ts';
import type { Filter } from './filter.ts';
import type { FrozenEntry } from './frozen.ts';

/** All that makes a user's lists differ from another's. */
export interface PersonalLists {
	/** The user's own and the built-in ones. */
	readonly filters: readonly Filter[];
	readonly frozen: readonly FrozenEntry[];
	/** Ids of tickers. */
	readonly favorites: readonly number[];
}

/** How a user left the list of a tab and strategy. */
export interface ChartSettings {
	readonly tab: Tab;
	readonly strategy: StrategyName;
	/** Sorted sectors, buckets of capitalisation and mentions, in the contract's own shape. */
	readonly settings: unknown;
}
