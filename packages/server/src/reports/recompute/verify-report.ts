import { informationState, LOOK_BACKS } from '@sw/domain/filings/information';
import { followFaults, nameOf, recordFaults, versionFaults } from '@sw/domain/reports/chain';
import { ENGINE_VERSION, ENGINE_VERSIONS } from '@sw/domain/reports/content-hash';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { beyondNewShares, type CellDifference, compareReports } from '@sw/domain/research/compare-reports';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import { copyInformation, FLAG_QUARANTINE, type ReportTable } from '@sw/domain/signals/report-table';
import { DAY, type TickerId, type UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { linkOf } from '@sw/store/chain/chain-hashes';
import { reportRows } from '@sw/store/clickhouse/report-rows';
import { parameterSet } from '@sw/store/postgres/records/reports/parameter-sets';
import { latestReport, nextReport, reportOfLink, versionsOf } from '@sw/store/postgres/records/reports/reports';
import { contentHash, parametersHash } from '../content-hash.ts';
import { withPublishedTimes } from '../publish.ts';
import { type Recomputed, type RecomputeOptions, type RecomputeParts, recompute } from './recompute.ts';

export interface VerifyParts extends RecomputeParts {
	/** Builds a published forecast once more; undefined when what it was made of is not known any more. */
	rebuildForecasts(record: ReportRecord): Promise<ReportTable | undefined>;
}

export interface Verdict {
	/** Every cell, the content hash, what entered, and the record itself are as they were published. */
	identical: boolean;
	/** Stored against recomputed; empty when identical. */
	differences: CellDifference[];
	/** What is wrong with the report's record, in sentences. */
	faults: string[];
	/** Capitalisations that stand on other shares than are known now; no difference of the report. */
	newShares: number;
	/** Hash of the rows as they are stored now, and of the recomputed ones, by the rule of the report's format. */
	storedHash: string;
	recomputedHash: string;
	/** Whether the bars are still the ones that entered; null for a report that did not note them. */
	sameInputs: boolean | null;
	/** Whether the rules of its engine are known. */
	sameEngine: boolean;
	/** False for a forecast whose report or coefficients are not known any more: its stored rows are held to their hash alone. */
	recomputed: boolean;
}

/** Recomputes a report from stored bars and compares every column, the content hash and the record. `onShare` hears of the share that is done. */
export async function verifyReport(parts: VerifyParts, record: ReportRecord, onShare?: (share: number) => void): Promise<Verdict> {
	const { records, series } = parts.stores;
	const stored = await reportRows(series, record.time, record.algo, record.buildId);
	const parameters = parametersHash(await parameterSet(records.db, record.parametersVersion));
	const storedHash = contentHash(stored, record, parameters);
	const faults = await faultsOf(parts, record, stored);
	const recomputed =
		record.algo === 'forecast' ? await forecastOnceMore(parts, record) : await reverseOnceMore(parts, record, stored, onShare);
	const found = recomputed.table ? compareReports(stored, await timed(parts, record, recomputed.table)) : [];
	const differences = found.some(({ cell }) => cell === 'cap') ? beyondNewShares(found, stored, await besides(parts, record)) : found;
	const newShares = found.length - differences.length;
	const hashed = recomputed.inputHash === undefined ? record : { ...record, inputHash: recomputed.inputHash };
	const recomputedHash = recomputed.table ? contentHash(recomputed.table, hashed, parameters) : storedHash;
	const sameInputs = recomputed.inputHash === undefined || record.inputHash === null ? null : record.inputHash === recomputed.inputHash;
	const sameHashes = storedHash === record.contentHash && recomputedHash === record.contentHash;
	return {
		identical: differences.length === 0 && faults.length === 0 && sameHashes && sameInputs !== false,
		differences,
		faults,
		newShares,
		storedHash,
		recomputedHash,
		sameInputs,
		sameEngine: ENGINE_VERSIONS.includes(record.engineVersion),
		recomputed: recomputed.table !== undefined,
	};
}

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

/** The reports before and after, as far as there are any. */
async function besides({ stores }: VerifyParts, { time, algo }: ReportRecord): Promise<ReportTable[]> {
	const { db } = stores.records;
	const found = [await latestReport(db, algo, (time - 1) as UtcMs), await nextReport(db, algo, time)];
	return Promise.all(found.flatMap((record) => (record ? [reportRows(stores.series, record.time, record.algo, record.buildId)] : [])));
}

async function timed({ stores }: VerifyParts, record: ReportRecord, table: ReportTable): Promise<ReportTable> {
	const { tabQuorum } = (await parameterSet(stores.records.db, record.parametersVersion)) as ParameterSet;
	return withPublishedTimes(stores, table, record, tabQuorum);
}

interface OnceMore {
	table: ReportTable | undefined;
	/** Undefined where no bars were read. */
	inputHash?: string;
}

async function forecastOnceMore(parts: VerifyParts, record: ReportRecord): Promise<OnceMore> {
	return {
		table: await parts.rebuildForecasts(record),
	};
}

async function reverseOnceMore(
	parts: VerifyParts,
	record: ReportRecord,
	stored: ReportTable,
	onShare?: (share: number) => void,
): Promise<OnceMore> {
	const counted = stored.mentions.some((count) => count >= 0);
	let options: RecomputeOptions = onShare ? { onShare } : {};
	let recomputed = await recompute(parts, record, counted, options);
	// Engines before 1.1.0 took a ticker for what it was in the whole market: once it had volume, it was in no report before.
	if (record.engineVersion !== ENGINE_VERSION && hasQuietTicker(recomputed, stored)) {
		options = { ...options, typesOfToday: true };
		recomputed = await recompute(parts, record, counted, options);
	}
	// Engines that began to read after a jump did not know of it once: reports of that time are as they were published without it.
	if (endsQuarantine(stored, recomputed.table))
		recomputed = await recompute(parts, record, counted, { ...options, remembersEarlier: false });
	const { table, inputs } = recomputed;
	if (record.reconstructed) keepEarlierKnowledge(table, stored);
	// Only a report that noted its inputs was hashed with them.
	return record.inputHash === null ? { table } : { table, inputHash: inputs.hash };
}

/** Whether the recomputed report has a ticker whose volume came later, and the stored one does not. */
function hasQuietTicker({ table, universe }: Recomputed, stored: ReportTable): boolean {
	const late = universe.lateVolumes();
	return table.tickerId.some((id) => late.has(id as TickerId) && !stored.tickerId.includes(id));
}

/** Whether a ticker is in quarantine in the recomputed report and not in the stored one. */
function endsQuarantine(stored: ReportTable, recomputed: ReportTable): boolean {
	const flags = new Map(Array.from(stored.tickerId, (id, row) => [id, stored.flags[row]!]));
	return recomputed.tickerId.some((id, row) => (recomputed.flags[row]! & ~(flags.get(id) ?? FLAG_QUARANTINE) & FLAG_QUARANTINE) !== 0);
}

/** What the record says of itself against its neighbours and its rows. */
async function faultsOf({ stores }: VerifyParts, record: ReportRecord, stored: ReportTable): Promise<string[]> {
	const { db } = stores.records;
	const versions = await versionsOf(db, record.time, record.algo);
	const found = [
		...recordFaults(record, linkOf),
		...followFaults(record, await reportOfLink(db, record.chainSeq - 1)),
		...versionFaults(versions).filter(({ seq }) => seq === record.chainSeq),
	].map(({ detail }) => detail);
	if (stored.count !== record.tickers) found.push(`${nameOf(record)}: ${stored.count} rows are stored instead of ${record.tickers}`);
	if (record.algo === 'forecast' && !(await hasBase(stores, record)))
		found.push(`${nameOf(record)}: the report that it is derived from is missing`);
	return found;
}

/** Whether the reverse report that a forecast names by its cut-off and inputs is there. */
async function hasBase({ records }: VerifyParts['stores'], { cutoff, inputFrom, inputHash }: ReportRecord): Promise<boolean> {
	const bases = await versionsOf(records.db, cutoff, 'reverse');
	return bases.some(
		(base) => (base.inputHash ?? '') === (inputHash ?? '') && (base.inputFrom ?? newYorkDate(base.time - DAY)) === inputFrom,
	);
}
