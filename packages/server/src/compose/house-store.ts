import type { Holiday } from '@sw/domain/time/calendar';
import { createHouseCalendar, type HouseCalendar } from '@sw/domain/time/house-calendar';
import type { Db } from '@sw/store/postgres/records';
import { saveSetting, setting } from '@sw/store/postgres/records/settings';
import type { SettingsStore, SettingValue } from '../areas/operations/house-settings.ts';

const HOUSE = 'house_settings';

/** What administrators have set while the product ran. */
export const openHouseStore = (db: Db): SettingsStore => ({
	read: async () => ((await setting(db, HOUSE)) ?? {}) as Record<string, SettingValue>,
	write: (values) => saveSetting(db, HOUSE, values),
});

/** The exchange's calendar with the closures that administrators have set. */
export const openHouseCalendar = async (db: Db): Promise<HouseCalendar> => {
	const { closures } = await openHouseStore(db).read();
	return createHouseCalendar((closures ?? []) as readonly Holiday[]);
};
