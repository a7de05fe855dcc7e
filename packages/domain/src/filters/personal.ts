import type { Tab } from '../signals/sector.ts';
import type { StrategyName } from '../time/timeframe.ts';
import type { Filter } from './filter.ts';
import type { FrozenEntry } from './frozen.ts';

/** Data that makes lists differ between users. */
export interface PersonalLists {
	/** The user's own and the built-in filters. */
	readonly filters: readonly Filter[];
	readonly frozen: readonly FrozenEntry[];
	/** Ticker ids. */
	readonly favorites: readonly number[];
}

/** A user's settings for the lists of a tab and strategy. */
export interface ChartSettings {
	readonly tab: Tab;
	readonly strategy: StrategyName;
	/** Sort sectors, market cap tiers and mention buckets, in the contract's format. */
	readonly settings: unknown;
}
