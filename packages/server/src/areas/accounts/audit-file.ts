import type { AuditLine, AuditSearch } from '@sw/domain/access/audit';
import { csvLine } from '@sw/domain/reports/csv';
import { isoSeconds } from '@sw/domain/time/format';
import type { AccountRecords } from './parts/ports.ts';

/** Most lines of a file, so that a spreadsheet can open it; older entries are found by date. */
export const LINES_OF_A_FILE = 50_000;
/** Lines read and written at once: this takes a few milliseconds, so that other requests are served in between. */
const LINES_AT_ONCE = 2_000;

const HEAD = csvLine(['time', 'actor', 'act', 'target', 'detail', 'address', 'id']);

/** The newest entries that match as a CSV file, newest first. Entries written meanwhile are not included. */
export async function auditFile(records: Pick<AccountRecords, 'auditAfter'>, search: AuditSearch, most = LINES_OF_A_FILE): Promise<Buffer> {
	const parts = [HEAD];
	let last: AuditLine | undefined;
	for (let written = 0; written < most; ) {
		const lines = await records.auditAfter(search, last, Math.min(LINES_AT_ONCE, most - written));
		parts.push(lines.map(lineOf).join(''));
		written += lines.length;
		last = lines.at(-1);
		if (lines.length < LINES_AT_ONCE) break;
	}
	return Buffer.from(parts.join(''));
}

function lineOf({ id, at, actor, act, target, detail, address }: AuditLine): string {
	return csvLine([isoSeconds(at), actor, act, target, Object.keys(detail).length === 0 ? '' : JSON.stringify(detail), address, id]);
}
