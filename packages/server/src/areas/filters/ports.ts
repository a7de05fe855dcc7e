/** What the filters area needs of storage; compose hands in the records of @sw/store. Absent rows are undefined. */
import type { FilterEntry } from '@sw/domain/filters/entries';
import type { FrozenEntry } from '@sw/domain/filters/frozen';
import type { Operation, Tab } from '@sw/domain/signals/sector';
import type { StrategyName } from '@sw/domain/time/timeframe';
import type { TickerId, UtcMs } from '@sw/domain/time/units';

export interface FilterContent {
	tab: Tab;
	strategy: StrategyName;
	name: string;
	entries: readonly FilterEntry[];
	/** null: the tab's own direction. */
	operation: Operation | null;
	comment: string;
}

export interface Filter extends FilterContent {
	id: number;
	/** null: the house's. */
	userId: string | null;
	/** Place among the filters whose notices are on; null: off. */
	feedPosition: number | null;
	createdAt: UtcMs;
	updatedAt: UtcMs;
}

export interface ChartSettings {
	tab: Tab;
	strategy: StrategyName;
	settings: unknown;
}

export interface FilterAreaRecords {
	personalOf(userId: string): Promise<{ filters: Filter[]; frozen: FrozenEntry[]; favorites: number[] }>;
	/** 'taken' when another filter of the user has the name, 'full' when there are as many as allowed. */
	addFilter(userId: string, content: FilterContent, given: { allowed: number; now: UtcMs }): Promise<Filter | 'taken' | 'full'>;
	/** `userId` null: of the house. */
	changeFilter(userId: string | null, id: number, content: FilterContent, now: UtcMs): Promise<Filter | 'taken' | undefined>;
	removeFilter(userId: string, id: number): Promise<boolean>;
	setFeed(userId: string, id: number, on: boolean): Promise<Filter | undefined>;
	normalizeFeeds(userId: string): Promise<number>;
	freeze(
		userId: string,
		given: {
			filterIds: readonly (number | null)[];
			tickerIds: readonly TickerId[];
			reason: string;
			since: UtcMs;
			until: UtcMs | null;
		},
	): Promise<void>;
	thaw(userId: string, filterId: number | undefined, tickerIds: readonly TickerId[]): Promise<number>;
	switchFavorite(userId: string, tickerId: TickerId, since: UtcMs): Promise<boolean>;
	chartSettingsOf(userId: string): Promise<ChartSettings[]>;
	saveChartSettings(userId: string, given: readonly ChartSettings[], now: UtcMs): Promise<void>;
	removeChartSettings(userId: string): Promise<void>;
}
