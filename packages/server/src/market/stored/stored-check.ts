import type { BatchDaySum, BatchTable, DaySum } from '@sw/domain/prices/batch';
import { DAY } from '@sw/domain/time/units';
import { dateOfDay, dayNumber } from '@sw/domain/time/zone';
import { mergeSums } from '@sw/store/clickhouse/engine/row-sums';
import { findStoredDays, readStoredSums } from '@sw/store/clickhouse/stored-sums';
import { RESTORE_ADVICE, StoreError } from '@sw/store/faults/store-error';
import type { Stores } from '@sw/store/open';
import {
	batchesWithoutSums,
	type LedgerSum,
	ledgerDays,
	ledgerSums,
	saveBatchSums,
	visibleBatches,
} from '@sw/store/postgres/records/tickers/batches';
import { removedTickers } from '@sw/store/postgres/records/tickers/remove-ticker';
import type { BuiltTable } from '../engine/market-engine.ts';

/** A day of a table and batch whose rows differ from what was recorded when they were written. */
interface StoredDifference {
	table: BatchTable;
	day: number;
	batch: number;
	kind: 'missing' | 'changed' | 'added' | 'revoked';
	/** Number of rows as recorded, and as readable now. */
	recordedRows: number;
	readableRows: number;
}

const TABLE_NAMES: Readonly<Record<BatchTable, string>> = {
	bars: '15-minute bars',
	daily_bars: 'daily bars',
	option_sums: 'option volumes',
	mentions: 'mentions',
	mention_spans: 'counted hours of mentions',
};

/** Compares stored market data with the row counts and checksums recorded when it was written. */
export interface StoredCheck {
	/**
	 * Rejects with StoreError series_changed if a day that the reports are based on differs, or series_damaged if the day can't be read. Each process compares
	 * a day once, except the last day.
	 */
	assertUnchanged(tables: readonly Pick<BuiltTable, 'table' | 'inputs'>[]): Promise<void>;
	/** Records sums of batches of an older version, then compares the newest days that reports look back on. To be called at start. */
	checkNewest(signal?: AbortSignal): Promise<void>;
	/** Records sums of batches of an older version, then compares every stored day. Returns a line for each difference. */
	checkAll(onProgress?: (fraction: number) => void, signal?: AbortSignal): Promise<string[]>;
	/** Describes the known differences; undefined if there are none. */
	describeProblem(): string | undefined;
}

/** Days per read, about a quarter of a year. */
const DAYS_PER_READ = 91;
/** Calendar days that include all sessions of a report's look-back. */
const NEWEST_DAYS = 300;
/** Comparisons are repeated on differences, because rows withdrawn during a comparison look as if they were lost. */
const MAX_ATTEMPTS = 3;

export function createStoredCheck(stores: Pick<Stores, 'records' | 'series'>): StoredCheck {
	const { records, series } = stores;
	/** Past days that were compared and matched. */
	const verifiedDays = new Set<number>();
	let knownDifferences: StoredDifference[] = [];
	/** Describes batches of an older version that have lost rows. */
	let incompleteBatches: string[] = [];
	let readError: string | undefined;

	const compareOnce = async (from: number, to: number): Promise<StoredDifference[]> => {
		const [batches, ledger, withoutSums, removed] = await records.db.transaction(
			async (tx) =>
				[await visibleBatches(tx), await ledgerSums(tx, from, to), await batchesWithoutSums(tx), await removedTickers(tx)] as const,
			{ isolationLevel: 'repeatable read', accessMode: 'read only' },
		);
		const readSums = await readStoredSums(series, from, to, batches, { excludedTickerIds: removed });
		return findDifferences(ledger, readSums, new Set(withoutSums.map(({ id }) => id)));
	};

	const compare = async (from: number, to: number): Promise<void> => {
		for (let attempt = 1; ; attempt++) {
			try {
				const differences = await compareOnce(from, to);
				if (differences.length > 0 && attempt < MAX_ATTEMPTS) continue;
				readError = undefined;
				knownDifferences = [...knownDifferences.filter(({ day }) => day < from || day > to), ...differences];
				return;
			} catch (error) {
				if (error instanceof StoreError && error.code === 'series_damaged') readError = error.message;
				throw error;
			}
		}
	};

	const describeProblem = (): string | undefined => {
		if (readError !== undefined) return readError;
		if (knownDifferences.length === 0 && incompleteBatches.length === 0) return undefined;
		return `Stored market data has changed since it was written: ${[summarizeDifferences(knownDifferences), ...incompleteBatches].filter(Boolean).join(', ')}. Reports based on it are not published. ${RESTORE_ADVICE}`;
	};

	const recordMissingSums = async (signal?: AbortSignal): Promise<void> => {
		const expectedRows = new Map((await batchesWithoutSums(records.db)).map(({ id, rows }) => [id, rows]));
		incompleteBatches = [];
		const days = expectedRows.size > 0 ? await findStoredDays(series) : undefined;
		const sums = new Map<number, readonly DaySum[]>();
		for (let from = days?.from ?? 0; days && from <= days.to; from += DAYS_PER_READ) {
			signal?.throwIfAborted();
			const batches = await visibleBatches(records.db);
			const removed = await removedTickers(records.db);
			for (const { batch, ...sum } of await readStoredSums(series, from, from + DAYS_PER_READ - 1, batches, { excludedTickerIds: removed }))
				if (expectedRows.has(batch)) sums.set(batch, mergeSums(sums.get(batch) ?? [], [sum]));
		}
		for (const [batch, expected] of expectedRows) {
			const batchSums = sums.get(batch) ?? [];
			const rows = batchSums.reduce((sum, part) => sum + (part.table === 'mention_spans' ? 0 : part.rows), 0);
			if (rows < expected) incompleteBatches.push(`batch ${batch}: ${rows} of ${expected} rows are readable`);
			else await records.db.transaction((tx) => saveBatchSums(tx, batch, batchSums));
		}
	};

	const findStoredSpan = async (): Promise<{ from: number; to: number } | undefined> => {
		const [days, ledgerSpan] = [await findStoredDays(series), await ledgerDays(records.db)];
		if (!days || !ledgerSpan) return days ?? ledgerSpan;
		return { from: Math.min(days.from, ledgerSpan.from), to: Math.max(days.to, ledgerSpan.to) };
	};

	const compareDays = async (from: number, to: number, onProgress: (fraction: number) => void, signal?: AbortSignal): Promise<void> => {
		for (let at = from; at <= to; at += DAYS_PER_READ) {
			signal?.throwIfAborted();
			await compare(at, Math.min(to, at + DAYS_PER_READ - 1));
			onProgress((at - from) / Math.max(1, to - from));
		}
	};

	return {
		describeProblem,
		assertUnchanged: async (tables) => {
			const first = Math.min(...tables.map(({ inputs }) => dayNumber(inputs.from)));
			const last = Math.floor(Math.max(...tables.map(({ table }) => table.time)) / DAY);
			let from = first;
			while (from < last && verifiedDays.has(from)) from++;
			await compare(from, last);
			const message = describeProblem();
			if (
				message !== undefined &&
				(readError !== undefined || incompleteBatches.length > 0 || knownDifferences.some(({ day }) => day >= first && day <= last))
			)
				throw new StoreError('series_changed', message);
			for (let day = from; day < last; day++) verifiedDays.add(day);
		},
		checkNewest: async (signal) => {
			await recordMissingSums(signal);
			const span = await findStoredSpan();
			if (span) await compareDays(Math.max(span.from, span.to - NEWEST_DAYS), span.to, () => {}, signal);
		},
		checkAll: async (onProgress = () => {}, signal) => {
			await recordMissingSums(signal);
			const span = await findStoredSpan();
			if (span) await compareDays(span.from, span.to, onProgress, signal);
			return [...incompleteBatches, ...formatDifferences(knownDifferences)];
		},
	};
}

/** Compares the sums read with the ledger. Batches in `withoutSums` are not in the ledger and are ignored. */
function findDifferences(
	ledger: readonly LedgerSum[],
	readSums: readonly BatchDaySum[],
	withoutSums: ReadonlySet<number>,
): StoredDifference[] {
	const readByKey = new Map(readSums.map((entry) => [sumKey(entry), entry]));
	const differences: StoredDifference[] = [];
	for (const entry of ledger) {
		const { table, day, batch, rows, sum, isCommitted } = entry;
		const readSum = readByKey.get(sumKey(entry));
		readByKey.delete(sumKey(entry));
		const addDifference = (kind: StoredDifference['kind']): void =>
			void differences.push({ table, day, batch, kind, recordedRows: rows, readableRows: readSum?.rows ?? 0 });
		if (!isCommitted) addDifference('revoked');
		else if ((readSum?.rows ?? 0) < rows) addDifference('missing');
		else if (readSum?.rows !== rows) addDifference('added');
		else if (readSum.sum !== sum) addDifference('changed');
	}
	for (const { table, day, batch, rows } of readByKey.values())
		if (!withoutSums.has(batch)) differences.push({ table, day, batch, kind: 'added', recordedRows: 0, readableRows: rows });
	return differences;
}

function sumKey({ table, day, batch }: BatchDaySum): string {
	return `${table} ${day} ${batch}`;
}

/** Returns a line for each difference, for administrators. */
function formatDifferences(differences: readonly StoredDifference[]): string[] {
	return differences.map(({ table, day, batch, kind, recordedRows, readableRows }) => {
		const prefix = `${kind}: ${TABLE_NAMES[table]} of ${dateOfDay(day)}, batch ${batch}`;
		if (kind === 'missing') return `${prefix}: ${readableRows} of ${recordedRows} rows are readable`;
		if (kind === 'changed') return `${prefix}: ${readableRows} rows have changed`;
		if (kind === 'added') return `${prefix}: ${readableRows} rows are stored instead of ${recordedRows}`;
		return `${prefix}: ${recordedRows} rows were committed, but the batch is no longer valid`;
	});
}

/** Describes the differences as part of a sentence. */
function summarizeDifferences(differences: readonly StoredDifference[]): string {
	return [...Map.groupBy(differences, ({ table }) => table)]
		.map(([table, tableDifferences]) => {
			const days = [...new Set(tableDifferences.map(({ day }) => day))].sort((a, b) => a - b);
			const [first = 0, last = 0] = [days[0], days.at(-1)];
			const span = first === last ? dateOfDay(first) : `${days.length} days from ${dateOfDay(first)} to ${dateOfDay(last)}`;
			return `${TABLE_NAMES[table]} of ${span}`;
		})
		.join(', ');
}
