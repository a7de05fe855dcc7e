import { createHash } from 'node:crypto';
import { canonicalParameters, contentBytes } from '@sw/domain/reports/content-hash';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import type { ReportTable } from '@sw/domain/signals/report-table';

/** Computes the SHA-256 of a parameter set in hex, independent of the set's number in this installation. */
export function hashParameters(parameters: unknown): string {
	return sha256(canonicalParameters(parameters));
}

function sha256(bytes: string | Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex');
}

/** The parts of a report's record that enter its content hash in any format. */
export type HashedRecord = Pick<ReportRecord, 'engineVersion' | 'parametersVersion' | 'inputHash' | 'previousHash'> & { format: number };

/** Computes the SHA-256 in hex of the report's canonical bytes, by the rules of its format; empty for an unknown format. */
export function computeContentHash(table: ReportTable, record: HashedRecord, parametersHash: string): string {
	const { engineVersion, format } = record;
	if (format === 1)
		return sha256(
			contentBytes(table, {
				format,
				engineVersion,
				parameters: String(record.parametersVersion),
				previousHash: record.previousHash,
			}),
		);
	return format === 2 || format === 3
		? sha256(contentBytes(table, { format, engineVersion, parameters: parametersHash, inputHash: record.inputHash ?? '' }))
		: '';
}
