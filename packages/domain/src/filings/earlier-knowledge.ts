import { copyInformation, type ReportTable } from '../signals/report-table.ts';
import { informationState, LOOK_BACKS } from './information.ts';

/**
 * Filings of the past may be read after a reconstructed report was built. Where a recomputed row differs from the stored one only by what is known in
 * addition, the stored one is kept: it was unknown, or named an earlier filing. A 'no', and a filing later than the newest one now, were never known.
 */
export function keepEarlierKnowledge(recomputed: ReportTable, stored: ReportTable): void {
	const rows = new Map(Array.from(stored.tickerId, (id, row) => [id, row]));
	for (let at = 0; at < recomputed.count; at++) {
		const row = rows.get(recomputed.tickerId[at]!);
		if (row !== undefined && knewLess(stored, row, recomputed, at)) copyInformation(stored, row, recomputed, at);
	}
}

function knewLess(stored: ReportTable, row: number, recomputed: ReportTable, at: number): boolean {
	if (stored.filingAccepted[row]! > recomputed.filingAccepted[at]!) return false;
	return LOOK_BACKS.every((lookBack) => {
		const before = informationState(stored.information[row]!, lookBack);
		return before === 'unknown' || before === informationState(recomputed.information[at]!, lookBack);
	});
}
