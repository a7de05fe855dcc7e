import { type BarBlock, createBarBlock, createDailyBlock, type DailyBlock, HALTED, POST, PRE } from '@sw/domain/prices/blocks';
import type { VisibleBatches } from '../postgres/records/tickers/batches.ts';
import type { Engine } from './engine/engine.ts';
import type { ColumnsOf } from './engine/native.ts';
import { insertRows, type Series } from './engine/series.ts';
import { betweenSeconds, int, inVisibleBatches, oneOf } from './engine/sql.ts';
import { BARS, DAILY_BARS } from './engine/tables.ts';

/** Writes 15-minute bars under an open batch, visible once the batch is committed. */
export function insertBars(series: Series, block: BarBlock, batch: number): Promise<void> {
	const { tickerId, time, session, open, high, low, close, volume } = block;
	const columns = { ticker_id: tickerId, time, session, open, high, low, close, volume, batch: repeatBatch(batch, block.count) };
	return insertRows(series, 'bars', BARS, columns, block.count);
}

/** Writes vendors' daily bars under an open batch. */
export function insertDaily(series: Series, block: DailyBlock, batch: number): Promise<void> {
	const { tickerId, day, open, high, low, close, volume } = block;
	const columns = { ticker_id: tickerId, day, open, high, low, close, volume, batch: repeatBatch(batch, block.count) };
	return insertRows(series, 'daily_bars', DAILY_BARS, columns, block.count);
}

export function repeatBatch(batch: number, count: number): Uint32Array {
	return new Uint32Array(count).fill(batch);
}

/** Returns the 15-minute bars of one ticker that start in [from, to) (UTC seconds), including extended hours, by time. */
export function queryTickerBars(series: Series, id: number, from: number, to: number, visible: VisibleBatches): Promise<BarBlock> {
	return selectBars(series.requests, [oneOf('ticker_id', [id]), betweenSeconds('time', from, to), inVisibleBatches('batch', visible)]);
}

/** Reads bars like queryTickerBars, but for many tickers (default: all), by ticker and time. For comparison in an import. */
export function queryBars(
	series: Series,
	ids: ArrayLike<number> | undefined,
	from: number,
	to: number,
	visible: VisibleBatches,
): Promise<BarBlock> {
	return selectBars(series.bulk, [
		...(ids ? [oneOf('ticker_id', ids)] : []),
		betweenSeconds('time', from, to),
		inVisibleBatches('batch', visible),
	]);
}

/** Returns the pre- and post-market bars of all tickers that start in [from, to) (UTC seconds), by ticker and time. */
export function queryExtendedBars(series: Series, from: number, to: number, visible: VisibleBatches): Promise<BarBlock> {
	return selectBars(series.bulk, [betweenSeconds('time', from, to), oneOf('session', [PRE, POST]), inVisibleBatches('batch', visible)]);
}

async function selectBars(connection: Engine, conditions: readonly string[]): Promise<BarBlock> {
	const query = `SELECT ${Object.keys(BARS)} FROM bars WHERE ${[...conditions, `session <> ${HALTED}`].join(' AND ')} ORDER BY ticker_id, time, batch`;
	const { count, columns } = await connection.read(BARS, query);
	return selectNewestBars(count, columns);
}

type Prices = Record<'open' | 'high' | 'low' | 'close' | 'volume', ArrayLike<number> & { [at: number]: number }>;

function selectNewestBars(count: number, columns: ColumnsOf<typeof BARS>): BarBlock {
	const rowIndices = findNewestRows(count, columns.ticker_id, columns.time);
	const block = createBarBlock(rowIndices.length);
	block.count = rowIndices.length;
	gather(block.tickerId, columns.ticker_id, rowIndices);
	gather(block.time, columns.time, rowIndices);
	gather(block.session, columns.session, rowIndices);
	gatherPrices(block, columns, rowIndices);
	return block;
}

function gather(target: { [at: number]: number }, source: ArrayLike<number>, rowIndices: Uint32Array): void {
	for (let i = 0; i < rowIndices.length; i += 1) target[i] = source[rowIndices[i]!]!;
}

function gatherPrices(target: Prices, source: Prices, rowIndices: Uint32Array): void {
	for (const name of ['open', 'high', 'low', 'close', 'volume'] as const) gather(target[name], source[name], rowIndices);
}

/** Returns the indices of the last row per ticker and time. Rows must be sorted by ticker, time and batch, so that the last row is of the latest batch. */
function findNewestRows(count: number, tickerIds: ArrayLike<number>, times: ArrayLike<number>): Uint32Array {
	const rowIndices = new Uint32Array(count);
	let length = 0;
	for (let i = 0; i < count; i += 1)
		if (i + 1 === count || tickerIds[i] !== tickerIds[i + 1] || times[i] !== times[i + 1]) rowIndices[length++] = i;
	return rowIndices.subarray(0, length);
}

/** Returns the daily bars from `from` to `to` (days since 1970-01-01, both inclusive) of the given tickers (default: all), by ticker and day. */
export async function queryDailyBars(
	series: Series,
	ids: ArrayLike<number> | undefined,
	from: number,
	to: number,
	visible: VisibleBatches,
): Promise<DailyBlock> {
	const span = `day >= toDate(${int(from)}) AND day <= toDate(${int(to)})`;
	const conditions = [...(ids ? [oneOf('ticker_id', ids)] : []), span, inVisibleBatches('batch', visible)];
	const query = `SELECT ${Object.keys(DAILY_BARS)} FROM daily_bars WHERE ${conditions.join(' AND ')} ORDER BY ticker_id, day, batch`;
	const connection = ids && ids.length <= 10 ? series.requests : series.bulk;
	const { count, columns } = await connection.read(DAILY_BARS, query);
	return selectNewestDailyBars(count, columns);
}

function selectNewestDailyBars(count: number, columns: ColumnsOf<typeof DAILY_BARS>): DailyBlock {
	const rowIndices = findNewestRows(count, columns.ticker_id, columns.day);
	const block = createDailyBlock(rowIndices.length);
	block.count = rowIndices.length;
	gather(block.tickerId, columns.ticker_id, rowIndices);
	gather(block.day, columns.day, rowIndices);
	gatherPrices(block, columns, rowIndices);
	return block;
}
