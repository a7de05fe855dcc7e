import { nyse } from '@sw/domain/time/calendar';
import type { Stores } from '@sw/store/open';
import { createDefaultSlots } from '../../market/timetable/slot-times.ts';
import { createDelayedCloses } from '../delayed-closes.ts';
import { createHotReports } from '../hot-reports.ts';
import { openShownReports, type ShownReports } from '../shown-reports.ts';

/** Creates empty shown reports, for publishing without reading. */
export function createEmptyShownReports(): Pick<ShownReports, 'add' | 'hot'> {
	return { add: () => {}, hot: createHotReports({ maxTables: 1, load: async () => undefined }) };
}

/** Opens all stored reports, for publishing more. */
export async function openStoredReports(stores: Stores): Promise<ShownReports> {
	const shown = openShownReports(stores, createDelayedCloses(createDefaultSlots(nyse)));
	await shown.addStored();
	return shown;
}
