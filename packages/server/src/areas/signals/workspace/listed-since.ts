import type { Licence } from '@sw/domain/reports/licence';
import { memberRows } from '@sw/domain/reports/list/ranking-members';
import { rowOfTicker } from '@sw/domain/reports/list/row-mask';
import type { ReportTime } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { OpenReport, OpenReports } from '../open-reports.ts';
import type { WorkspaceParts } from '../ports.ts';
import type { Reading } from '../reading.ts';

/** By ticker id. */
export type ListedSince = ReadonlyMap<number, ReportTime>;

/** The session's first report since which each row has been in the list without interruption, among reports that the licence opens. */
export function createListedSince({
	parts,
	open: opening,
}: {
	parts: Pick<WorkspaceParts, 'parameters'>;
	open: Pick<OpenReports, 'before'>;
}) {
	return async (open: OpenReport, rows: Uint32Array, { question }: Reading, licence: Licence | null): Promise<ListedSince> => {
		const since = new Map(Array.from(rows, (row) => [open.table.tickerId[row]!, open.facts.time] as const));
		const session = newYorkDate(open.facts.time);
		let remaining = [...since.keys()];
		let at = open;
		while (remaining.length > 0) {
			const before = await opening.before(at, licence);
			if (!before || newYorkDate(before.facts.time) !== session) return since;
			const listed = new Uint8Array(before.table.count);
			for (const row of memberRows(before.table, question, parts.parameters)) listed[row] = 1;
			remaining = remaining.filter((id) => listed[rowOfTicker(before.table, id)] === 1);
			for (const id of remaining) since.set(id, before.facts.time);
			at = before;
		}
		return since;
	};
}
