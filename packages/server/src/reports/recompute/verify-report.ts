import { informationState, LOOK_BACKS } from '@sw/domain/filings/information';
import { describeReport, findLinkFaults, findRecordFaults, findVersionFaults } from '@sw/domain/reports/chain';
import { ENGINE_VERSION, ENGINE_VERSIONS } from '@sw/domain/reports/content-hash';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { type CellDifference, compareReports, excludeRestatedShares } from '@sw/domain/research/compare-reports';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import { copyInformation, FLAG_QUARANTINE, type ReportTable } from '@sw/domain/signals/report-table';
import { DAY, type TickerId, type UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { computeLink } from '@sw/store/chain/chain-hashes';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import { parameterSet } from '@sw/store/postgres/records/reports/parameter-sets';
import { latestReport, nextReport, reportOfLink, versionsOf } from '@sw/store/postgres/records/reports/reports';
import { computeContentHash, hashParameters } from '../content-hash.ts';
import { withPublishedTimes } from '../publish.ts';
import { type RecomputeOptions, type RecomputeParts, type RecomputeResult, recompute } from './recompute.ts';

export interface VerifyParts extends RecomputeParts {
	/** Rebuilds a published forecast; undefined if its report or coefficients are no longer known. */
	rebuildForecasts(record: ReportRecord): Promise<ReportTable | undefined>;
}

export interface Verdict {
	/** Whether every cell, the content hash, the inputs and the record are as they were published. */
	identical: boolean;
	/** Differences between stored and recomputed cells; empty if identical. */
	differences: CellDifference[];
	/** Faults of the report's record, in sentences. */
	faults: string[];
	/** Number of market caps whose share counts have changed since the report. They don't count as differences. */
	changedShareCounts: number;
	/** Hashes of the stored and of the recomputed rows, by the rules of the report's format. */
	storedHash: string;
	recomputedHash: string;
	/** Whether the bars are the same as when the report was built; null for a report that did not record its inputs. */
	sameInputs: boolean | null;
	/** Whether the rules of the report's engine version are known. */
	sameEngine: boolean;
	/** False for a forecast whose report or coefficients are no longer known: only the hash of its stored rows is checked. */
	recomputed: boolean;
}

/** Recomputes a report from stored bars and compares every column, the content hash and the record. `onProgress` receives the completed fraction, 0 to 1. */
export async function verifyReport(parts: VerifyParts, record: ReportRecord, onProgress?: (fraction: number) => void): Promise<Verdict> {
	const { records, series } = parts.stores;
	const stored = await queryReportRows(series, record.time, record.algo, record.buildId);
	const parameterSetHash = hashParameters(await parameterSet(records.db, record.parametersVersion));
	const storedHash = computeContentHash(stored, record, parameterSetHash);
	const faults = await findAllRecordFaults(parts, record, stored);
	const recomputed =
		record.algo === 'forecast' ? await rebuildForecast(parts, record) : await recomputeReverse(parts, record, stored, onProgress);
	const allDifferences = recomputed.table ? compareReports(stored, await addTimesInLists(parts, record, recomputed.table)) : [];
	const differences = allDifferences.some(({ cell }) => cell === 'cap')
		? excludeRestatedShares(allDifferences, stored, await readAdjacentTables(parts, record))
		: allDifferences;
	const changedShareCounts = allDifferences.length - differences.length;
	const recomputedRecord = recomputed.inputHash === undefined ? record : { ...record, inputHash: recomputed.inputHash };
	const recomputedHash = recomputed.table ? computeContentHash(recomputed.table, recomputedRecord, parameterSetHash) : storedHash;
	const sameInputs = recomputed.inputHash === undefined || record.inputHash === null ? null : record.inputHash === recomputed.inputHash;
	const sameHashes = storedHash === record.contentHash && recomputedHash === record.contentHash;
	return {
		identical: differences.length === 0 && faults.length === 0 && sameHashes && sameInputs !== false,
		differences,
		faults,
		changedShareCounts,
		storedHash,
		recomputedHash,
		sameInputs,
		sameEngine: ENGINE_VERSIONS.includes(record.engineVersion),
		recomputed: recomputed.table !== undefined,
	};
}

/**
 * Copies a row's stored public information into `recomputed` if it differs only because more filings are known now.
 * Filings can be read after a reconstructed report was built: the stored information is 'unknown', or of an earlier filing.
 * A stored 'no', or a stored filing later than the recomputed one, can't be explained that way and remains a difference.
 */
export function keepStoredInformation(recomputed: ReportTable, stored: ReportTable): void {
	const rows = new Map(Array.from(stored.tickerId, (id, row) => [id, row]));
	for (let at = 0; at < recomputed.count; at++) {
		const row = rows.get(recomputed.tickerId[at]!);
		if (row !== undefined && isLessInformed(stored, row, recomputed, at)) copyInformation(stored, row, recomputed, at);
	}
}

function isLessInformed(stored: ReportTable, row: number, recomputed: ReportTable, at: number): boolean {
	if (stored.filingAccepted[row]! > recomputed.filingAccepted[at]!) return false;
	return LOOK_BACKS.every((lookBack) => {
		const storedState = informationState(stored.information[row]!, lookBack);
		return storedState === 'unknown' || storedState === informationState(recomputed.information[at]!, lookBack);
	});
}

/** Reads the tables of the previous and the next report, if there are any. */
async function readAdjacentTables({ stores }: VerifyParts, { time, algo }: ReportRecord): Promise<ReportTable[]> {
	const { db } = stores.records;
	const adjacentRecords = [await latestReport(db, algo, (time - 1) as UtcMs), await nextReport(db, algo, time)];
	return Promise.all(
		adjacentRecords.flatMap((record) => (record ? [queryReportRows(stores.series, record.time, record.algo, record.buildId)] : [])),
	);
}

async function addTimesInLists({ stores }: VerifyParts, record: ReportRecord, table: ReportTable): Promise<ReportTable> {
	const { tabQuorum } = (await parameterSet(stores.records.db, record.parametersVersion)) as ParameterSet;
	return withPublishedTimes(stores, table, record, tabQuorum);
}

interface RebuiltReport {
	table: ReportTable | undefined;
	/** Undefined if no bars were read. */
	inputHash?: string;
}

async function rebuildForecast(parts: VerifyParts, record: ReportRecord): Promise<RebuiltReport> {
	return {
		table: await parts.rebuildForecasts(record),
	};
}

async function recomputeReverse(
	parts: VerifyParts,
	record: ReportRecord,
	stored: ReportTable,
	onProgress?: (fraction: number) => void,
): Promise<RebuiltReport> {
	const hasMentions = stored.mentions.some((count) => count >= 0);
	let options: RecomputeOptions = onProgress ? { onProgress } : {};
	let recomputed = await recompute(parts, record, hasMentions, options);
	// Engines before 1.1.0 applied a ticker's present type to all times, and so omitted tickers from reports before their first volume.
	if (record.engineVersion !== ENGINE_VERSION && hasQuietTicker(recomputed, stored)) {
		options = { ...options, usesCurrentTypes: true };
		recomputed = await recompute(parts, record, hasMentions, options);
	}
	// Earlier engines didn't know of jumps before the first session they read; their reports lack the quarantine.
	if (hasNewQuarantine(stored, recomputed.table))
		recomputed = await recompute(parts, record, hasMentions, { ...options, keepsEarlierQuarantine: false });
	const { table, inputs } = recomputed;
	if (record.reconstructed) keepStoredInformation(table, stored);
	// Only reports that recorded their inputs include them in the content hash.
	return record.inputHash === null ? { table } : { table, inputHash: inputs.hash };
}

/** Whether the recomputed report contains a ticker without volume at the time, and the stored one does not. */
function hasQuietTicker({ table, universe }: RecomputeResult, stored: ReportTable): boolean {
	const volumeStarts = universe.volumeStarts();
	return table.tickerId.some((id) => volumeStarts.has(id as TickerId) && !stored.tickerId.includes(id));
}

/** Whether a ticker is in quarantine in the recomputed report but not in the stored one. */
function hasNewQuarantine(stored: ReportTable, recomputed: ReportTable): boolean {
	const flags = new Map(Array.from(stored.tickerId, (id, row) => [id, stored.flags[row]!]));
	return recomputed.tickerId.some((id, row) => (recomputed.flags[row]! & ~(flags.get(id) ?? FLAG_QUARANTINE) & FLAG_QUARANTINE) !== 0);
}

/** Finds faults of the record by comparing it with adjacent records and its rows. */
async function findAllRecordFaults({ stores }: VerifyParts, record: ReportRecord, stored: ReportTable): Promise<string[]> {
	const { db } = stores.records;
	const versions = await versionsOf(db, record.time, record.algo);
	const faults = [
		...findRecordFaults(record, computeLink),
		...findLinkFaults(record, await reportOfLink(db, record.chainSeq - 1)),
		...findVersionFaults(versions).filter(({ seq }) => seq === record.chainSeq),
	].map(({ detail }) => detail);
	if (stored.count !== record.tickers)
		faults.push(`${describeReport(record)}: ${stored.count} rows are stored instead of ${record.tickers}`);
	if (record.algo === 'forecast' && !(await hasBaseReport(stores, record)))
		faults.push(`${describeReport(record)}: the report that it is derived from is missing`);
	return faults;
}

/** Whether a forecast's reverse report exists, identified by cut-off and inputs. */
async function hasBaseReport({ records }: VerifyParts['stores'], { cutoff, inputFrom, inputHash }: ReportRecord): Promise<boolean> {
	const bases = await versionsOf(records.db, cutoff, 'reverse');
	return bases.some(
		(base) => (base.inputHash ?? '') === (inputHash ?? '') && (base.inputFrom ?? newYorkDate(base.time - DAY)) === inputFrom,
	);
}
