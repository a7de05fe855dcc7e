import type { BarBlock, DailyBlock } from '@sw/domain/prices/blocks';
import { normalizeSymbol } from '@sw/domain/prices/symbol';
import { type ExchangeDate, SECOND, type TickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { dateOfDay, newYorkDate } from '@sw/domain/time/zone';
import { queryBars, queryDailyBars } from '@sw/store/clickhouse/bars';
import type { Stores } from '@sw/store/open';
import { type VisibleBatches, visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import type { SymbolBlock } from '../../intake/files/fold/symbol-block.ts';
import { concatBlocks, distinctIds, indexRows, timeSpan } from '../stored/block-rows.ts';
import { roundPrice } from '../window/price-series.ts';

/** A stored bar that a file would replace. */
export interface ReplacedBar {
	readonly ticker: string;
	readonly date: ExchangeDate;
	/** Start of the bar; null for a daily bar. */
	readonly at: UtcMs | null;
	/** Closes: as stored, and in the file. */
	readonly stored: number;
	readonly given: number;
}

/** Result of comparing the bars of a file with the stored ones. */
export interface StoredComparison {
	/** Number of bars that are not stored, stored with the same values, and stored with other values. */
	readonly added: number;
	readonly unchanged: number;
	readonly replaced: number;
	/** The replaced bars whose close changes most. */
	readonly largest: readonly ReplacedBar[];
}

const MAX_LARGEST = 10;
/** Bars per read of the store. */
const BARS_PER_READ = 200_000;
const COMPARED_COLUMNS = ['open', 'high', 'low', 'close', 'volume'] as const;

interface ComparisonCounts {
	added: number;
	unchanged: number;
	replaced: number;
	largest: ReplacedBar[];
}

/** Compares blocks of a file with the stored bars of their tickers. Stores nothing. */
export async function createStoredComparison({ records, series }: Stores, provider: string) {
	const listedTickers = (await tickersOf(records.db, provider)).filter(({ delisted }) => delisted === null);
	const idBySymbol = new Map<string, TickerId>(listedTickers.map(({ id, symbol }) => [normalizeSymbol(symbol) ?? symbol, id]));
	const symbolById = new Map<number, string>(listedTickers.map(({ id, symbol }) => [id, symbol]));
	const batches = await visibleBatches(records.db);
	const counts: ComparisonCounts = { added: 0, unchanged: 0, replaced: 0, largest: [] };
	let bars: BarBlock[] = [];
	let days: DailyBlock[] = [];
	let collectedBars = 0;

	const compare = async <B extends BarBlock | DailyBlock>(blocks: readonly B[], rowAccess: RowAccess<B>): Promise<void> => {
		const block = concatBlocks([...blocks]);
		if (!block) return;
		const times = rowAccess.timeOf(block);
		const stored = await rowAccess.loadStored(distinctIds(block), ...timeSpan(times, block.count), batches);
		countChanges(block, times, stored, rowAccess.timeOf(stored), counts, (row, at) => ({
			ticker: symbolById.get(block.tickerId[row]!) ?? '',
			...rowAccess.timeFieldsOf(times[row]!),
			stored: roundPrice(stored.close[at]!),
			given: roundPrice(block.close[row]!),
		}));
	};
	const flush = async (): Promise<void> => {
		await compare(bars, {
			timeOf: (block) => block.time,
			loadStored: (blockIds, from, to) => queryBars(series, blockIds, from, to + 1, batches),
			timeFieldsOf: (time) => ({ date: newYorkDate(time * SECOND), at: utcMs(time * SECOND) }),
		});
		await compare(days, {
			timeOf: (block) => block.day,
			loadStored: (blockIds, from, to) => queryDailyBars(series, blockIds, from, to, batches),
			timeFieldsOf: (day) => ({ date: dateOfDay(day), at: null }),
		});
		[bars, days, collectedBars] = [[], [], 0];
	};

	return {
		async add(block: SymbolBlock): Promise<void> {
			const id = idBySymbol.get(block.symbol);
			for (const rows of [block.bars, block.daily]) {
				if (!rows || rows.count === 0) continue;
				if (id === undefined) counts.added += rows.count;
				else {
					rows.tickerId.fill(id, 0, rows.count);
					collectedBars += rows.count;
					if ('time' in rows) bars.push(rows);
					else days.push(rows);
				}
			}
			if (collectedBars >= BARS_PER_READ) await flush();
		},
		async result(): Promise<StoredComparison> {
			await flush();
			return counts;
		},
	};
}

interface RowAccess<B> {
	timeOf(block: B): ArrayLike<number>;
	/** `from` and `to` are inclusive. */
	loadStored(ids: number[], from: number, to: number, batches: VisibleBatches): Promise<B>;
	timeFieldsOf(time: number): Pick<ReplacedBar, 'date' | 'at'>;
}

function countChanges<B extends BarBlock | DailyBlock>(
	block: B,
	times: ArrayLike<number>,
	stored: B,
	storedTimes: ArrayLike<number>,
	counts: ComparisonCounts,
	createReplacedBar: (row: number, at: number) => ReplacedBar,
): void {
	const indexByTicker = indexRows(stored.tickerId, storedTimes, stored.count);
	for (let row = 0; row < block.count; row++) {
		const at = indexByTicker.get(block.tickerId[row]!)?.get(times[row]!);
		if (at === undefined) counts.added++;
		else if (COMPARED_COLUMNS.every((column) => block[column][row] === stored[column][at])) counts.unchanged++;
		else {
			counts.replaced++;
			const smallest = counts.largest.length < MAX_LARGEST ? -1 : logChange(counts.largest.at(-1) as ReplacedBar);
			const bar = createReplacedBar(row, at);
			if (logChange(bar) <= smallest) continue;
			counts.largest = [...counts.largest, bar].sort((a, b) => logChange(b) - logChange(a)).slice(0, MAX_LARGEST);
		}
	}
}

function logChange({ stored, given }: ReplacedBar): number {
	return Math.abs(Math.log(given / stored));
}
