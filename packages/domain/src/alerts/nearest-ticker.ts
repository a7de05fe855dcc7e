import { rowOfTicker } from '../reports/list/row-mask.ts';
import { FLAG_QUARANTINE, type ReportTable } from '../signals/report-table.ts';
import type { TickerId } from '../time/units.ts';
import type { Measured, Readings } from './alert-readings.ts';

/**
 * The ticker whose value is nearest to the one an alert waits for, of those that can fire next: below it, or at it and above where the alert waits
 * for a fall. The first of equal ones.
 */
export function nearestTicker(
	condition: Measured,
	ids: readonly TickerId[],
	table: ReportTable,
	readings: Readings,
): { tickerId: TickerId; value: number } | undefined {
	const read = readings.valueOf(condition);
	const falls = condition.falls === true;
	let nearest: { tickerId: TickerId; value: number } | undefined;
	for (const tickerId of ids) {
		const row = rowOfTicker(table, tickerId);
		if (row === -1 || (table.flags[row]! & FLAG_QUARANTINE) !== 0) continue;
		const value = read(row);
		const isWaiting = falls ? value >= condition.value : value < condition.value;
		if (isWaiting && (!nearest || (falls ? value < nearest.value : value > nearest.value))) nearest = { tickerId, value };
	}
	return nearest;
}
