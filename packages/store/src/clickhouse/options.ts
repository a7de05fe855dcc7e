import { createOptionBlock, type OptionBlock } from '@sw/domain/prices/blocks';
import type { VisibleBatches } from '../postgres/records/tickers/batches.ts';
import { repeatBatch } from './bars.ts';
import { insertRows, type Series } from './engine/series.ts';
import { betweenSeconds, inVisibleBatches, oneOf } from './engine/sql.ts';
import { OPTION_SUMS } from './engine/tables.ts';

/** Writes option volumes under an open batch. */
export function insertOptions(series: Series, block: OptionBlock, batch: number): Promise<void> {
	const { tickerId, time, calls, puts } = block;
	return insertRows(
		series,
		'option_sums',
		OPTION_SUMS,
		{ ticker_id: tickerId, time, calls, puts, batch: repeatBatch(batch, block.count) },
		block.count,
	);
}

/** Returns the option volumes of one ticker in [from, to) (UTC seconds), by time. */
export async function queryTickerOptions(
	series: Series,
	id: number,
	from: number,
	to: number,
	visible: VisibleBatches,
): Promise<OptionBlock> {
	const conditions = [oneOf('ticker_id', [id]), betweenSeconds('time', from, to), inVisibleBatches('batch', visible)];
	const query = `SELECT ${Object.keys(OPTION_SUMS)} FROM option_sums WHERE ${conditions.join(' AND ')} ORDER BY time, batch`;
	const { count, columns } = await series.requests.read(OPTION_SUMS, query);
	const block = createOptionBlock(count);
	for (let i = 0; i < count; i += 1) {
		// If a slot has several rows, keep that of the latest batch.
		if (i + 1 < count && columns.time[i] === columns.time[i + 1]) continue;
		const at = block.count++;
		block.tickerId[at] = id;
		block.time[at] = columns.time[i]!;
		block.calls[at] = columns.calls[i]!;
		block.puts[at] = columns.puts[i]!;
	}
	return block;
}

/** Returns the option volumes of these tickers in [from, to) (UTC seconds), by ticker and time; for each slot those of the latest batch. */
export async function queryExistingOptions(
	series: Series,
	ids: readonly number[],
	from: number,
	to: number,
	visible: VisibleBatches,
): Promise<OptionBlock> {
	if (ids.length === 0) return createOptionBlock(0);
	const conditions = [oneOf('ticker_id', ids), betweenSeconds('time', from, to), inVisibleBatches('batch', visible)];
	const query = `SELECT ${Object.keys(OPTION_SUMS)} FROM option_sums WHERE ${conditions.join(' AND ')} ORDER BY ticker_id, time, batch`;
	const { count, columns } = await series.requests.read(OPTION_SUMS, query);
	const block = createOptionBlock(count);
	for (let i = 0; i < count; i += 1) {
		if (i + 1 < count && columns.time[i] === columns.time[i + 1] && columns.ticker_id[i] === columns.ticker_id[i + 1]) continue;
		const at = block.count++;
		block.tickerId[at] = columns.ticker_id[i]!;
		block.time[at] = columns.time[i]!;
		block.calls[at] = columns.calls[i]!;
		block.puts[at] = columns.puts[i]!;
	}
	return block;
}
