import { type ChainEnd, type ChainFault, describeReport, findChainFaults } from '@sw/domain/reports/chain';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { isoSeconds } from '@sw/domain/time/format';
import { SECOND } from '@sw/domain/time/units';
import { openBackup, readBackedUpReports } from '@sw/store/backup/open-backup';
import { computeFormat1Seal, computeLink, type SealedRecords } from '@sw/store/chain/chain-hashes';
import type { ChainNote, NotedChain } from '@sw/store/chain/chain-note';
import { queryReportContents, type StoredContent, splitIntoReports } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import { parameterSets } from '@sw/store/postgres/records/reports/parameter-sets';
import { createStoredChain } from '@sw/store/postgres/records/reports/report-chain';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { computeContentHash, hashParameters } from '../content-hash.ts';

export interface ChainVerdict {
	links: number;
	/** Number of links of format 1. */
	format1Links: number;
	rows: number;
	/** Empty if every report has the position, record and rows with which it was published. */
	faults: ChainFault[];
}

const ROWS_PER_READ = 100_000;
/** The series store keeps times as 32 bits of seconds. */
const END_OF_TIME_S = 2 ** 32 - 1;

/** Finds faults of the records by comparing them with the notes kept outside of the database. */
export function findRecordFaults(
	records: readonly ReportRecord[],
	end: ChainEnd | undefined,
	sealed: SealedRecords | null | undefined,
): ChainFault[] {
	const faults = findChainFaults(records, computeLink, end);
	const seal = computeFormat1Seal(records);
	if (sealed && seal?.hash !== sealed.hash)
		faults.push({
			seq: 1,
			kind: 'changed',
			detail: `the ${sealed.links} records of format 1 have changed since they were sealed`,
		});
	return faults;
}

/**
 * Verifies the whole chain: each record against the one before it, the newest against the note in the data folder, and all against the stored rows.
 * Keeps all records, and the rows of one query, in memory. `onProgress` receives the fraction done, 0 to 1.
 */
export async function checkChain(
	stores: Pick<Stores, 'records' | 'series' | 'chain'>,
	onProgress: (fraction: number) => void = () => {},
	signal?: AbortSignal,
): Promise<ChainVerdict> {
	const { seen, records, end } = await readRecords(stores);
	const hashByVersion = new Map(
		(await parameterSets(stores.records.db)).map(({ version, parameters }) => [version, hashParameters(parameters)]),
	);
	const exceptedBuilds = new Set(seen.except);
	const check = createContentCheck({
		records,
		getParametersHash: (version) => hashByVersion.get(version) ?? '',
		isCommitted: (build) => build <= seen.upTo && !exceptedBuilds.has(build),
	});
	const totalRows = records.reduce((sum, { tickers }) => sum + tickers, 0);
	let fromSecond = 0;
	for (const toSecond of readBoundaries(records)) {
		signal?.throwIfAborted();
		for (const content of await queryReportContents(stores.series, fromSecond, toSecond)) {
			check.add(content);
			// Yields to requests and the running market.
			await new Promise(setImmediate);
		}
		fromSecond = toSecond;
		onProgress(totalRows === 0 ? 1 : Math.min(1, check.countRows() / totalRows));
	}
	return {
		links: records.length,
		format1Links: records.filter(({ format }) => format === 1).length,
		rows: check.countRows(),
		faults: [...findNoteFaults(stores.chain), ...findRecordFaults(records, end, stores.chain.getNoted()?.sealed), ...check.listFaults()],
	};
}

function findNoteFaults(chain: Pick<ChainNote, 'getNoted'>): ChainFault[] {
	return chain.getNoted() ? [] : [{ seq: 0, kind: 'missing', detail: 'the note of the newest report is missing from the data folder' }];
}

/** Reads all records, and the chain's noted end at the same moment. */
async function readRecords({ records: { db }, chain }: Pick<Stores, 'records' | 'chain'>) {
	for (let attempt = 0; ; attempt++) {
		await chain.catchUp();
		const noteBefore = chain.getNoted();
		const [seen, records] = await db.transaction(
			async (tx) => [await visibleBatches(tx), await createStoredChain(tx).readRecords()] as const,
			{
				isolationLevel: 'repeatable read',
				accessMode: 'read only',
			},
		);
		const last = records.at(-1);
		const newest = { links: last?.chainSeq ?? 0, link: last?.link ?? '' };
		const note = chain.getNoted();
		const matchingEnd = [noteBefore, note].map((candidate) => findNotedEnd(candidate, newest)).find((end) => end?.links === newest.links);
		// Reports were published meanwhile: read again.
		if (!matchingEnd && (noteBefore !== note || (note?.links ?? 0) < newest.links) && attempt < 5) continue;
		return { seen, records, end: matchingEnd ?? note };
	}
}

/** Returns the noted end that matches the database, even while a publication has completed only one of its two writes. */
function findNotedEnd(note: NotedChain | undefined, newest: ChainEnd): ChainEnd | undefined {
	return note?.coming?.links === newest.links && note.coming.link === newest.link ? note.coming : note;
}

/** Returns the exclusive ends (UTC seconds) of consecutive time spans with about ROWS_PER_READ rows each. The spans cover all time. */
function readBoundaries(records: readonly ReportRecord[]): number[] {
	const ends: number[] = [];
	let rows = 0;
	let last = 0;
	for (const { time, tickers } of [...records].sort((a, b) => a.time - b.time)) {
		if (rows + tickers > ROWS_PER_READ && time > last) {
			ends.push(time / SECOND);
			rows = 0;
		}
		rows += tickers;
		last = time;
	}
	return [...ends, END_OF_TIME_S];
}

interface ContentCheckParts {
	records: readonly ReportRecord[];
	getParametersHash: (version: number) => string;
	/** Whether rows of this build belong to a committed report. */
	isCommitted: (build: number) => boolean;
}

/** Compares stored rows with the records of their reports, in any order. */
interface ContentCheck {
	add(content: StoredContent): void;
	/** Returns the faults; call it after all rows were added. */
	listFaults(): ChainFault[];
	countRows(): number;
}

export function createContentCheck({ records, getParametersHash, isCommitted }: ContentCheckParts): ContentCheck {
	const missingRecords = new Map(records.map((record) => [contentKey(record.time, record.algo, record.buildId), record]));
	const faults: ChainFault[] = [];
	let rows = 0;
	const addFault = (record: ReportRecord, reason: string): void => {
		faults.push({ seq: record.chainSeq, kind: 'changed', detail: `${describeReport(record)}: ${reason}` });
	};
	return {
		add: ({ table, build }) => {
			rows += table.count;
			const key = contentKey(table.time, table.algo, build);
			const record = missingRecords.get(key);
			missingRecords.delete(key);
			if (!record) {
				if (isCommitted(build))
					faults.push({
						seq: 0,
						kind: 'added',
						detail: `${table.count} stored rows of ${isoSeconds(table.time)} ${table.algo} belong to no report`,
					});
			} else if (table.count !== record.tickers) addFault(record, `${table.count} rows are stored instead of ${record.tickers}`);
			else if (computeContentHash(table, record, getParametersHash(record.parametersVersion)) !== record.contentHash)
				addFault(record, 'its rows have changed since publication');
		},
		listFaults: () => {
			const lostRecords = [...missingRecords.values()].filter(({ tickers }) => tickers > 0);
			for (const record of lostRecords) addFault(record, 'its rows are missing');
			missingRecords.clear();
			return [...faults].sort((a, b) => a.seq - b.seq);
		},
		countRows: () => rows,
	};
}

function contentKey(time: number, algo: string, build: number): string {
	return `${time} ${algo} ${build}`;
}

/** Verifies a backup's chain of reports against the end in its manifest. Keeps all records and one file at a time in memory. */
export async function checkBackup(folder: string): Promise<ChainVerdict> {
	const backup = await openBackup(folder);
	const { chain, series } = backup.manifest;
	const records: ReportRecord[] = await readBackedUpReports(backup);
	const sets = await backup.records('parameter_sets');
	const hashByVersion = new Map(sets.map(({ version, parameters }) => [Number(version), hashParameters(parameters)]));
	const check = createContentCheck({
		records,
		getParametersHash: (version) => hashByVersion.get(version) ?? '',
		// A backup contains only rows of committed builds.
		isCommitted: () => true,
	});
	for (const { first, last } of series['report_rows']?.files ?? [])
		for (const { columns, count } of await backup.series('report_rows', first, last))
			for (const content of splitIntoReports(columns, count)) check.add(content);
	const end = { links: chain?.links ?? 0, link: chain?.hash ?? '' };
	return {
		links: records.length,
		format1Links: records.filter(({ format }) => format === 1).length,
		rows: check.countRows(),
		faults: [...findRecordFaults(records, end, chain?.sealed), ...check.listFaults()],
	};
}
