import { createHash } from 'node:crypto';
import { contentBytes } from '@sw/domain/reports/content-hash';
import type { ReportTable } from '@sw/domain/signals/report-table';

export interface ReportVersions {
	engine: string;
	parameters: number;
}

/** SHA-256 in hex over the report's canonical bytes and the hash of the report published before it. */
export const contentHash = (table: ReportTable, versions: ReportVersions, previousHash: string): string =>
	createHash('sha256')
		.update(contentBytes(table, { engineVersion: versions.engine, parameters: String(versions.parameters), previousHash }))
		.digest('hex');
