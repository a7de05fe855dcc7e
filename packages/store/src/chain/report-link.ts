import { createHash } from 'node:crypto';
import { linkText, type ReportLink } from '@sw/domain/reports/content-hash';
import type { ReportRecord } from '@sw/domain/reports/report-record';

/** The link of a report since format 2, in hex. */
export function linkHash(report: ReportLink): string {
	return createHash('sha256').update(linkText(report)).digest('hex');
}

/** The link computed from a record's own fields, by the rule of its format. */
export function linkOf(record: ReportRecord): string {
	return record.format === 1 ? record.contentHash : linkHash(record);
}
