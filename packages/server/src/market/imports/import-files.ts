import { isDeepStrictEqual } from 'node:util';
import type { Ticker } from '@sw/domain/prices/ticker';
import type { Calendar } from '@sw/domain/time/calendar';
import { DAY, type ExchangeDate, type TickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { dayNumber, newYorkDate } from '@sw/domain/time/zone';
import { findTradedTickers } from '@sw/store/clickhouse/traded-slots';
import type { Stores } from '@sw/store/open';
import type { Db } from '@sw/store/postgres/records';
import { reportTimes } from '@sw/store/postgres/records/reports/reports';
import { abortBatch, commitBatch, openBatch, visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { saveDividends, saveSplits } from '@sw/store/postgres/records/tickers/corporate-actions';
import { finishImport, importOf, startImport } from '@sw/store/postgres/records/tickers/imports';
import { saveTickers, tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import { ImportError } from '../../intake/files/faults/import-error.ts';
import { describeRejects } from '../../intake/files/faults/rejects.ts';
import type { Company, TableSummary } from '../../intake/files/fold/symbol-block.ts';
import type { Rename } from '../../intake/files/names/symbol-history.ts';
import { createParquetConverter } from '../../intake/files/parquet-tables.ts';
import { type ImportFile, type ImportOptions, readImport } from '../../intake/files/read-import.ts';
import { findDatesAffectedByBars } from '../past/past-walk.ts';
import { addPendingDates } from '../stored/pending-dates.ts';
import { readStoredUntil, saveStoredUntil } from '../stored/stored-until.ts';
import { loadVolumeStarts, loadVolumeStartsWith } from '../stored/volume-from.ts';
import { createImportConflicts, createImportHistory, type ImportHistory } from './import-conflicts.ts';
import { type Changes, createChanges, createImportRows, type ImportTarget } from './import-rows.ts';
import { formatOutlyingBars, formatRejectedRows, formatReplacedBars, formatSummary, formatTableSummary } from './import-summary.ts';
import { loadRenames, storeRenames } from './known-renames.ts';
import { mergeCompanies, type StatedCompany, updateCompanies } from './name-companies.ts';
import { createOutlyingBars } from './outlying-bars.ts';
import { createStoredComparison } from './stored-comparison.ts';

const PROVIDER = 'files';
const FAR_FUTURE = Date.UTC(2100, 0, 1);
export interface ImportResult {
	files: number;
	/** Files already imported with the same bytes. */
	known: number;
	failed: number;
	rows: number;
	rejects: number;
	/** New rows, and bars that existed with other values. */
	added: number;
	corrected: number;
}

export interface ImportRun extends ImportOptions {
	/** Reads everything and reports how each file would be imported, but stores nothing. */
	dryRun?: boolean;
}

/** Options of callers; the market adds its calendar. */
export type RequestedImport = Omit<ImportRun, 'calendar'>;

/**
 * Imports all tables below a path. A file is one batch, imported completely or not at all. Importing the same bytes again changes nothing; a bar with other
 * values than the stored one is a correction and replaces it. Affected dates are marked in the same transaction, so that their reports are built even after a
 * crash.
 */
export async function importFiles(stores: Stores, path: string, options: ImportRun, log: (line: string) => void): Promise<ImportResult> {
	const isDry = options.dryRun === true;
	const { calendar } = options;
	const result: ImportResult = { files: 0, known: 0, failed: 0, rows: 0, rejects: 0, added: 0, corrected: 0 };
	const companies = new Map<string, StatedCompany>();
	const { today } = options;
	const folderRenames: Rename[] = [];
	const volumeStarts = isDry ? new Map<TickerId, UtcMs>() : await loadVolumeStarts(stores, calendar);
	const importHistory = createImportHistory();
	const renames = await loadRenames(stores.records.db, PROVIDER);
	for await (const item of readImport(path, {
		parquet: createParquetConverter(stores.series),
		renames,
		onRenames: (newRenames) => folderRenames.push(...newRenames),
		...options,
	})) {
		if (item.kind === 'asks') {
			result.failed += item.names.length;
			log(`STOPPED ${item.error.message}`);
			return result;
		}
		if (item.kind !== 'file') {
			if (item.kind === 'failed') result.failed++;
			log(`${item.kind === 'failed' ? 'FAILED ' : 'skipped'} ${item.name}: ${item.error.message}`);
			continue;
		}
		// A company list is always read, because it can name tickers that were added since the last import.
		if (item.format !== 'companies' && (await importOf(stores.records.db, item.key))?.state === 'done') {
			result.known++;
			log(`known   ${item.name}: already imported`);
			continue;
		}
		if (isDry) {
			await previewFile(stores, item, result, log);
			continue;
		}
		for (const [symbol, company] of await importFile({ stores, calendar }, item, { result, importHistory, volumeStarts }, log)) {
			const fileDate = newYorkDate(item.modified);
			const statedDate = options.asOf ?? company.asOf;
			const statedOn = statedDate ?? (today && today < fileDate ? today : fileDate);
			companies.set(symbol, mergeCompanies(companies.get(symbol), { ...company, statedOn, hasStatedDate: statedDate !== undefined }));
		}
	}
	if (isDry) return result;
	await storeRenames(stores.records.db, PROVIDER, folderRenames);
	// Company lists are applied last, because a folder's bars can follow its company list.
	if (companies.size > 0) await applyCompanyLists({ stores, calendar }, companies, log);
	return result;
}

/** Applies company lists to the tickers. New share counts can change the market cap in every report, so all reports are marked for rebuilding. */
async function applyCompanyLists(
	{ stores, calendar }: ImportTarget,
	companies: ReadonlyMap<string, StatedCompany>,
	log: (line: string) => void,
): Promise<void> {
	const namedCount = await stores.records.db.transaction(async (tx) => {
		const { tickerCount, shareCount } = await updateCompanies(tx, PROVIDER, companies);
		if (shareCount > 0) await markReportedDates(tx, calendar, undefined);
		return tickerCount;
	});
	const statedDates = [...companies.values()].map(({ statedOn }) => statedOn).sort();
	const [first, last] = [statedDates[0], statedDates.at(-1)];
	log(
		`named   ${namedCount} tickers from a list of ${companies.size} companies; shares as of ${first === last ? first : `${first} to ${last}`}`,
	);
}

/** Dry run of a file: reads it completely and reports what it contains. */
async function previewFile(stores: Stores, file: ImportFile, result: ImportResult, log: (line: string) => void): Promise<void> {
	const comparison = await createStoredComparison(stores, PROVIDER);
	const outliers = createOutlyingBars();
	try {
		for await (const block of file.blocks()) {
			outliers.add(block);
			await comparison.add(block);
		}
	} catch (error) {
		if (!(error instanceof ImportError)) throw error;
		result.failed++;
		log(`FAILED  ${file.name}: ${error.message}`);
		return;
	}
	const summary = file.summary();
	result.files++;
	result.rows += summary.rows;
	result.rejects += summary.rejects.total;
	log(`reads   ${file.name} as ${formatTableSummary(file, summary)}`);
	const lines = [
		...formatReplacedBars(await comparison.result()),
		...formatOutlyingBars(outliers.result()),
		...formatRejectedRows(summary.rejects),
	];
	for (const line of lines) log(line);
}

/** Imports a file. Returns the companies that it lists; empty if it failed. */
async function importFile(
	target: ImportTarget,
	file: ImportFile,
	{
		result,
		importHistory,
		volumeStarts,
	}: { result: ImportResult; importHistory: ImportHistory; volumeStarts: ReadonlyMap<TickerId, UtcMs> },
	log: (line: string) => void,
): Promise<ReadonlyMap<string, Company>> {
	const { stores, calendar } = target;
	const { db } = stores.records;
	const batch = await openBatch(db, { kind: 'bars', provider: PROVIDER, note: file.name }, stores.fence);
	await startImport(db, { fileHash: file.key, path: file.name, format: file.format, batchId: batch });
	const changes = createChanges();
	try {
		const conflicts = createImportConflicts(stores, PROVIDER, file.name, importHistory);
		const importRows = createImportRows(target, PROVIDER, batch, changes, conflicts);
		for await (const block of file.blocks()) await importRows.add(block);
		await importRows.flush();
		const summary = file.summary();
		const { rows, rejects, symbols } = summary;
		const changedTypes = await updateIndexTypes(stores, symbols);
		const isFirstVolumeMoved =
			changedTypes.some(({ type }) => type !== 'index') ||
			(await hasEarlierVolume(stores, summary, volumeStarts)) ||
			(changes.corrected > 0 &&
				!isDeepStrictEqual(await loadVolumeStartsWith(stores, batch, calendar), await loadVolumeStarts(stores, calendar)));
		await db.transaction(async (tx) => {
			await commitBatch(tx, batch, changes.added + changes.corrected, stores.series.writtenSums.findSums(batch));
			if (changes.splits.length > 0) await saveSplits(tx, PROVIDER, changes.splits);
			if (changes.dividends.length > 0) await saveDividends(tx, PROVIDER, changes.dividends);
			await addPendingDates(tx, PROVIDER, changes.dates, 'all');
			// A ticker counts as an index before its first volume. If the first volume changes, the ticker's row can change in every report.
			if (isFirstVolumeMoved) await markReportedDates(tx, calendar, undefined);
			await markReportedDates(
				tx,
				calendar,
				new Set([...changes.affectedDates, ...findDatesAffectedByBars(calendar, [...changes.dates, ...changes.closeDates])]),
			);
			await addPendingDates(tx, PROVIDER, changes.closeDates, 'close');
			await advanceStoredUntil(tx, 'bars', changes.until);
			await advanceStoredUntil(tx, 'mentions', changes.mentionsUntil);
			await finishImport(tx, file.key, { state: 'done', rows, rejects: rejects.total, note: describeRejects(rejects.byReason) });
		});
		conflicts.commit(batch);
		result.files++;
		result.rows += rows;
		result.rejects += rejects.total;
		result.added += changes.added;
		result.corrected += changes.corrected;
		const corrections = changes.corrected > 0 ? `, ${changes.corrected} corrected` : '';
		log(
			`done    ${file.name}: ${rows} rows, ${describeChanges(changes)}${corrections}${rejects.total > 0 ? `, ${rejects.total} rows rejected` : ''}`,
		);
		for (const line of [...formatSummary(file, summary), ...conflicts.notes(), ...formatRejectedRows(rejects)]) log(line);
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		await abortBatch(db, batch, message);
		await finishImport(db, file.key, { state: 'failed', rows: 0, rejects: 0, note: message });
		result.failed++;
		log(`FAILED  ${file.name}: ${message} Nothing from this file was imported.`);
		return new Map();
	}
	return changes.companies;
}

function describeChanges({ added, splits, dividends, optionDays }: Changes): string {
	return [
		`${added} added`,
		...(splits.length > 0 ? [`${splits.length} splits`] : []),
		...(dividends.length > 0 ? [`${dividends.length} dividends`] : []),
		...(optionDays > 0 ? [`${optionDays} days of open interest read (not used in reports)`] : []),
	].join(', ');
}

async function advanceStoredUntil(db: Db, kind: 'bars' | 'mentions', until: number): Promise<void> {
	if (until > ((await readStoredUntil(db, PROVIDER, kind)) ?? 0)) await saveStoredUntil(db, PROVIDER, kind, utcMs(until));
}

/** Marks dates with reports for rebuilding; without `dates`, all of them. If a date's only report is at the close, only the close is marked. */
async function markReportedDates(db: Db, calendar: Calendar, dates: ReadonlySet<ExchangeDate> | undefined): Promise<void> {
	if (dates?.size === 0) return;
	const sortedDates = dates ? [...dates].sort() : undefined;
	const from = utcMs(sortedDates ? dayNumber(sortedDates[0] as ExchangeDate) * DAY : 0);
	const to = utcMs(sortedDates ? (dayNumber(sortedDates.at(-1) as ExchangeDate) + 2) * DAY : FAR_FUTURE);
	const timesByDate = Map.groupBy(await reportTimes(db, from, to, 'reverse'), (time) => newYorkDate(time));
	const datesBySlots = { all: new Set<ExchangeDate>(), close: new Set<ExchangeDate>() };
	for (const [date, dateTimes] of timesByDate) {
		if (dates && !dates.has(date)) continue;
		const isCloseOnly = dateTimes.length === 1 && dateTimes[0] === calendar.sessionOn(date)?.close;
		datesBySlots[isCloseOnly ? 'close' : 'all'].add(date);
	}
	await addPendingDates(db, PROVIDER, datesBySlots.all, 'all');
	await addPendingDates(db, PROVIDER, datesBySlots.close, 'close');
}

/** Changes symbols without any volume to indices, and indices with volume to stocks. Returns the tickers whose type changed. */
async function updateIndexTypes({ records, series }: Stores, symbols: TableSummary['symbols']): Promise<Ticker[]> {
	const importedTickers = (await tickersOf(records.db, PROVIDER)).filter(({ symbol }) => symbols.get(symbol)?.hasVolume !== undefined);
	const hasNoVolume = ({ symbol }: Ticker): boolean => symbols.get(symbol)?.hasVolume === false;
	const withoutVolume = importedTickers.filter((ticker) => hasNoVolume(ticker) && ticker.type !== 'index');
	const tradedIds = await findTradedTickers(
		series,
		withoutVolume.map(({ id }) => id),
		await visibleBatches(records.db),
	);
	const changedTickers: Ticker[] = [
		...withoutVolume.filter(({ id }) => !tradedIds.has(id)).map((ticker) => ({ ...ticker, type: 'index' as const })),
		...importedTickers
			.filter((ticker) => !hasNoVolume(ticker) && ticker.type === 'index')
			.map((ticker) => ({ ...ticker, type: 'stocks' as const })),
	];
	if (changedTickers.length > 0) await saveTickers(records.db, PROVIDER, changedTickers);
	return changedTickers;
}

/** Whether the file can have volume of a ticker that is earlier than the ticker's first stored volume. */
async function hasEarlierVolume(
	{ records }: Stores,
	{ symbols, first }: TableSummary,
	volumeStarts: ReadonlyMap<TickerId, UtcMs>,
): Promise<boolean> {
	if (first === undefined || volumeStarts.size === 0) return false;
	const tickers = await tickersOf(records.db, PROVIDER);
	return tickers.some(({ id, symbol }) => first < (volumeStarts.get(id) ?? 0) && symbols.get(symbol)?.hasVolume === true);
}

/** Thrown if a data folder contains another market than the configured one. */
export class WrongMarketError extends Error {}
