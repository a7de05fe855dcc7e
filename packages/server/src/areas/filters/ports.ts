import type { Filter, FilterContent } from '@sw/domain/filters/filter';
import type { Freezing, FrozenPlace } from '@sw/domain/filters/frozen';
import type { ChartSettings, PersonalLists } from '@sw/domain/filters/personal';
import type { KeptLevels } from '@sw/domain/prices/level';
import type { TickerId, UtcMs } from '@sw/domain/time/units';

/** Storage of the filters area. Absent rows are undefined. */
export interface FilterAreaRecords {
	personalOf(userId: string): Promise<PersonalLists>;
	/** 'taken' when another filter of the user has the name, 'full' when the limit is reached. */
	addFilter(userId: string, content: FilterContent, given: { allowed: number; now: UtcMs }): Promise<Filter | 'taken' | 'full'>;
	/** `userId` null: built-in. */
	changeFilter(userId: string | null, id: number, content: FilterContent, now: UtcMs): Promise<Filter | 'taken' | undefined>;
	removeFilter(userId: string, id: number): Promise<boolean>;
	orderFilters(userId: string, ids: number[]): Promise<void>;
	setFeed(userId: string, id: number, on: boolean): Promise<Filter | undefined>;
	normalizeFeeds(userId: string): Promise<number>;
	/** Returns how many tickers were not frozen in this way before. */
	freeze(userId: string, given: Freezing): Promise<number>;
	/** Without a place, wherever they are frozen. Returns how many entries ended. */
	thaw(userId: string, place: FrozenPlace | undefined, tickerIds: readonly TickerId[]): Promise<number>;
	/** Sets the given state; without one, toggles it. True when it is a favourite now. */
	switchFavorite(userId: string, tickerId: TickerId, since: UtcMs, wanted?: boolean): Promise<boolean>;
	chartSettingsOf(userId: string): Promise<ChartSettings[]>;
	saveChartSettings(userId: string, given: readonly ChartSettings[], now: UtcMs): Promise<void>;
	levelsOf(userId: string, tickerId: TickerId): Promise<KeptLevels | undefined>;
	/** False, and nothing changed, where the limit of tickers with levels is reached. */
	saveLevels(userId: string, tickerId: TickerId, levels: KeptLevels, given: { allowed: number; now: UtcMs }): Promise<boolean>;
	removeChartSettings(userId: string): Promise<void>;
}
