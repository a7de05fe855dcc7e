import type { Holiday } from '@sw/domain/time/calendar';
import { changedDates, createSiteCalendar, type SiteCalendar } from '@sw/domain/time/closures';
import type { ExchangeDate } from '@sw/domain/time/units';
import type { Db } from '@sw/store/postgres/records';
import { notifyChange } from '@sw/store/postgres/records/changes';
import { saveSetting, setting } from '@sw/store/postgres/records/settings';
import type { SettingsStore, SettingValue } from '../../areas/operations/site-settings.ts';

const SETTINGS_KEY = 'house_settings';

/** Stores the settings that administrators change at run time. A write also notifies other processes to reload the calendar. */
export function openSiteSettingsStore(db: Db): SettingsStore {
	return {
		read: async () => ((await setting(db, SETTINGS_KEY)) ?? {}) as Record<string, SettingValue>,
		write: (values) =>
			db.transaction(async (tx) => {
				await saveSetting(tx, SETTINGS_KEY, values);
				await notifyChange(tx, 'calendar');
			}),
	};
}

/** The exchange's calendar, including closures set by administrators. */
export interface StoredCalendar {
	calendar: SiteCalendar;
	/** Loads closures changed by other processes; returns the first and last changed date, or undefined if none changed. */
	renew(): Promise<readonly [ExchangeDate, ExchangeDate] | undefined>;
}

export async function openSiteCalendar(db: Db): Promise<StoredCalendar> {
	const readClosures = async (): Promise<readonly Holiday[]> =>
		((await openSiteSettingsStore(db).read())['closures'] ?? []) as readonly Holiday[];
	let currentClosures = await readClosures();
	const siteCalendar = createSiteCalendar(currentClosures);
	const applyClosures = (closures: readonly Holiday[]): void => {
		currentClosures = closures;
		siteCalendar.replaceClosures(closures);
	};
	return {
		calendar: { ...siteCalendar, replaceClosures: applyClosures },
		renew: async () => {
			const storedClosures = await readClosures();
			const dates = changedDates(currentClosures, storedClosures);
			const [first, last] = [dates[0], dates.at(-1)];
			if (!first || !last) return undefined;
			applyClosures(storedClosures);
			return [first, last];
		},
	};
}
