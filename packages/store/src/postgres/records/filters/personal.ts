import type { PersonalLists } from '@sw/domain/filters/personal';
import type { Db } from '../../records.ts';
import { boundTo } from '../bound-to.ts';
import * as favorites from './favorites.ts';
import * as filters from './filters.ts';
import * as frozenTickers from './frozen-tickers.ts';
import * as levels from './price-levels.ts';
import * as settings from './user-settings.ts';

/** All queries and changes of users' personal list data, over one database. */
export function filterAreaRecords(db: Db) {
	const of = boundTo(db);
	return {
		personalOf: of(personalOf),

		filtersOf: of(filters.filtersOf),
		addFilter: of(filters.addFilter),
		changeFilter: of(filters.changeFilter),
		removeFilter: of(filters.removeFilter),
		orderFilters: of(filters.orderFilters),
		setFeed: of(filters.setFeed),
		normalizeFeeds: of(filters.normalizeFeeds),
		ensureBuiltInFilters: of(filters.ensureBuiltInFilters),

		freeze: of(frozenTickers.freeze),
		thaw: of(frozenTickers.thaw),
		sweepThawed: of(frozenTickers.sweepThawed),

		favoritesOf: of(favorites.favoritesOf),
		switchFavorite: of(favorites.switchFavorite),

		levelsOf: of(levels.levelsOf),
		saveLevels: of(levels.saveLevels),

		chartSettingsOf: of(settings.chartSettingsOf),
		saveChartSettings: of(settings.saveChartSettings),
		removeChartSettings: of(settings.removeChartSettings),
	};
}

async function personalOf(db: Db, userId: string): Promise<PersonalLists> {
	const [own, frozen, starred] = await Promise.all([
		filters.filtersOf(db, userId),
		frozenTickers.frozenOf(db, userId),
		favorites.favoritesOf(db, userId),
	]);
	return { filters: own, frozen, favorites: starred };
}
