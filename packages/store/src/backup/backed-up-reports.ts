import type { ReportRecord } from '@sw/domain/reports/report-record';
import type { UtcMs } from '@sw/domain/time/units';
import { getTableColumns } from 'drizzle-orm';
import { reports } from '../postgres/schema/reports.ts';
import type { OpenBackup } from './open-backup.ts';

const INSTANTS: ReadonlySet<string> = new Set(['time', 'cutoff', 'publishedAt']);
const inSnakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The records of a backup's reports in the order of the chain; those of an older version have format 1. */
export const backedUpReports = async (backup: Pick<OpenBackup, 'records'>): Promise<ReportRecord[]> => {
	const names = Object.keys(getTableColumns(reports));
	const rows = await backup.records('reports');
	const records = rows.map((row) => {
		const read = (name: string): unknown => {
			const value = row[inSnakeCase(name)];
			return INSTANTS.has(name) ? (Date.parse(String(value)) as UtcMs) : (value ?? null);
		};
		const record = Object.fromEntries(names.map((name) => [name, read(name)]));
		const { format, link, contentHash } = record;
		return { ...record, format: format ?? 1, link: link ?? contentHash } as ReportRecord;
	});
	return records.sort((one, other) => one.chainSeq - other.chainSeq);
};
