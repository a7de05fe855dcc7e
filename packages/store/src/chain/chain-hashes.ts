import { createHash } from 'node:crypto';
import { linkText, type ReportLink } from '@sw/domain/reports/content-hash';
import type { ReportRecord } from '@sw/domain/reports/report-record';

/** Seal over all reports of format 1, computed before the first report of format 2: hashes of format 1 cover neither version nor times. */
export interface SealedRecords {
	links: number;
	/** SHA-256 in hex of all columns of their records, except the superseding version, which can change later. */
	hash: string;
}

/** Computes the seal of a chain's reports of format 1; null if there are none. `records` must be in the order of the chain. */
export function computeFormat1Seal(records: readonly ReportRecord[]): SealedRecords | null {
	const format1 = records.filter(({ format }) => format === 1);
	const hash = createHash('sha256');
	for (const record of format1) hash.update(`${canonicalLine(record)}\n`);
	return format1.length === 0 ? null : { links: format1.length, hash: hash.digest('hex') };
}

function canonicalLine(record: ReportRecord): string {
	return JSON.stringify([
		record.time,
		record.algo,
		record.version,
		record.buildId,
		record.parametersVersion,
		record.engineVersion,
		record.cutoff,
		record.tickers,
		record.contentHash,
		record.previousHash,
		record.link,
		record.chainSeq,
		record.reconstructed,
		record.publishedAt,
		record.inputFrom,
		record.inputHash,
		...(record.dueWall === null && record.publishedWall === null ? [] : [record.dueWall, record.publishedWall]),
	]);
}

/** Computes the link of a report of format 2 or later, in hex. */
export function hashLink(report: ReportLink): string {
	return createHash('sha256').update(linkText(report)).digest('hex');
}

/** Computes the link from a record's own fields, by the rules of its format. */
export function computeLink(record: ReportRecord): string {
	return record.format === 1 ? record.contentHash : hashLink(record);
}
