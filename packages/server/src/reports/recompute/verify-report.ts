import { ENGINE_VERSION } from '@sw/domain/reports/content-hash';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { type CellDifference, compareReports } from '@sw/domain/research/compare-reports';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { reportRows } from '@sw/store/clickhouse/report-rows';
import { contentHash } from '../content-hash.ts';
import { type RecomputeParts, recompute } from './recompute.ts';

export interface VerifyParts extends RecomputeParts {
	/** Builds a published forecast once more; undefined when what it was made of is not known any more. */
	forecastAgain(record: ReportRecord): Promise<ReportTable | undefined>;
}

export interface Verdict {
	identical: boolean;
	/** Stored against recomputed; empty when identical. */
	differences: CellDifference[];
	/** Hash of the rows as they are stored now, and of the recomputed ones, on the recorded previous hash. */
	storedHash: string;
	recomputedHash: string;
	/** Whether the bars are still the ones that entered; null for a report that did not note them. */
	sameInputs: boolean | null;
	/** Whether this engine follows the same rules. */
	sameEngine: boolean;
	/** False for a forecast whose report or coefficients are not known any more: its stored rows are held to their hash alone. */
	recomputed: boolean;
}

/** Recomputes a report from stored bars and compares words, prices, mentions and content hash. `onShare` hears of the share that is done. */
export const verifyReport = async (parts: VerifyParts, record: ReportRecord, onShare?: (share: number) => void): Promise<Verdict> => {
	const stored = await reportRows(parts.stores.series, record.time, record.algo, record.buildId);
	const versions = { engine: record.engineVersion, parameters: record.parametersVersion };
	const hashOf = (rows: ReportTable): string => contentHash(rows, versions, record.previousHash);
	const storedHash = hashOf(stored);
	const sameEngine = record.engineVersion === ENGINE_VERSION;
	if (record.algo === 'forecast') {
		const table = await parts.forecastAgain(record);
		const differences = table ? compareReports(stored, table) : [];
		const recomputedHash = table ? hashOf(table) : storedHash;
		const identical = differences.length === 0 && storedHash === record.contentHash && recomputedHash === record.contentHash;
		return { identical, differences, storedHash, recomputedHash, sameInputs: null, sameEngine, recomputed: table !== undefined };
	}
	const { table, inputs } = await recompute(
		parts,
		record,
		stored.mentions.some((count) => count >= 0),
		onShare && { onShare },
	);
	const differences = compareReports(stored, table);
	const recomputedHash = hashOf(table);
	return {
		identical: differences.length === 0 && storedHash === record.contentHash && recomputedHash === record.contentHash,
		differences,
		storedHash,
		recomputedHash,
		sameInputs: record.inputHash === null ? null : record.inputHash === inputs.hash,
		sameEngine,
		recomputed: true,
	};
};
