import { nyse } from '@sw/domain/time/calendar';
import type { Stores } from '@sw/store/open';
import { createDefaultSlots } from '../../market/timetable/slot-times.ts';
import { createDelayedCloses } from '../delayed-closes.ts';
import { createHotReports } from '../hot-reports.ts';
import { openShownReports, type ShownReports } from '../shown-reports.ts';

/** For publishing without showing reports. */
export function noReports(): Pick<ShownReports, 'add' | 'hot'> {
	return { add: () => {}, hot: createHotReports({ capacity: 1, load: async () => undefined }) };
}

/** For publishing in addition to the stored reports. */
export async function storedReports(stores: Stores): Promise<ShownReports> {
	const shown = openShownReports(stores, createDelayedCloses(createDefaultSlots(nyse)));
	await shown.addStored();
	return shown;
}
