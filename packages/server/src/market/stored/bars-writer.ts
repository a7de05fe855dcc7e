import type { BarBlock, DailyBlock, MentionBlock, OptionBlock } from '@sw/domain/prices/blocks';
import type { UtcMs } from '@sw/domain/time/units';
import { insertBars, insertDaily } from '@sw/store/clickhouse/bars';
import { insertMentions } from '@sw/store/clickhouse/mentions';
import { insertOptions } from '@sw/store/clickhouse/options';
import type { Stores } from '@sw/store/open';
import { notifyMarket } from '@sw/store/postgres/records/changes';
import { abortBatch, commitBatch, openBatch } from '@sw/store/postgres/records/tickers/batches';
import { concatBlocks, concatMentions } from './block-rows.ts';
import { type StoredKind, saveStoredUntil } from './stored-until.ts';

export interface BatchRows {
	bars?: BarBlock;
	daily?: DailyBlock;
	options?: OptionBlock;
	mentions?: MentionBlock;
	/** For the batch ledger: source and time of the rows. */
	note?: string;
	/** By kind: the instant up to which data is complete once these rows are stored. */
	until?: Partial<Record<StoredKind, UtcMs>>;
}

/** Number of collected rows that triggers a flush: large inserts, but bounded memory. */
const FLUSH_ROWS = 400_000;

/**
 * Collects market data and writes it in batches. All rows of a flush, and the instants up to which data is complete, are committed together in PostgreSQL:
 * after a crash all of it counts or none.
 */
export interface BarsWriter {
	add(rows: BatchRows): void;
	/** Writes the collected rows if there are many. */
	flushIfLarge(): Promise<void>;
	/** Writes the collected rows. After a failure they stay collected. */
	flush(): Promise<void>;
}

/** Longest note of a batch, in characters; a long backfill keeps only its first notes. */
const MAX_NOTE_LENGTH = 2_000;

export function createBarsWriter({ records, series, fence }: Stores, provider: string): BarsWriter {
	let pendingRows: BatchRows[] = [];
	const countRows = (): number =>
		pendingRows.reduce(
			(sum, { bars, daily, options, mentions }) => sum + [bars, daily, options, mentions].reduce((n, b) => n + (b?.count ?? 0), 0),
			0,
		);

	const flush = async (): Promise<void> => {
		if (pendingRows.length === 0) return;
		const rowCount = countRows();
		const flushedRows = pendingRows;
		pendingRows = [];
		const note = joinNotes(flushedRows);
		const batch = await openBatch(records.db, { kind: 'bars', provider, ...(note ? { note } : {}) }, fence);
		try {
			const bars = concatBlocks(flushedRows.flatMap((g) => g.bars ?? []));
			const daily = concatBlocks(flushedRows.flatMap((g) => g.daily ?? []));
			const options = concatBlocks(flushedRows.flatMap((g) => g.options ?? []));
			const mentions = concatMentions(flushedRows.flatMap((g) => g.mentions ?? []));
			if (bars) await insertBars(series, bars, batch);
			if (daily) await insertDaily(series, daily, batch);
			if (options) await insertOptions(series, options, batch);
			if (mentions) await insertMentions(series, mentions, batch);
			await records.db.transaction(async (tx) => {
				await commitBatch(tx, batch, rowCount, series.writtenSums.findSums(batch));
				for (const [kind, until] of Object.entries(Object.assign({}, ...flushedRows.map((g) => g.until))) as [StoredKind, UtcMs][])
					await saveStoredUntil(tx, provider, kind, until);
				await notifyMarket(tx, 'slot');
			});
		} catch (error) {
			pendingRows = [...flushedRows, ...pendingRows];
			// The caller gets the original error and can flush again. A batch that cannot be aborted now is aborted at the next start.
			await abortBatch(records.db, batch, error instanceof Error ? error.message : String(error)).catch(() => {});
			throw error;
		}
	};

	return {
		add: (rows) => void pendingRows.push(rows),
		flushIfLarge: async () => {
			if (countRows() >= FLUSH_ROWS) await flush();
		},
		flush,
	};
}

function joinNotes(rows: readonly BatchRows[]): string {
	return [...new Set(rows.flatMap(({ note }) => note ?? []))].join('\n').slice(0, MAX_NOTE_LENGTH);
}
