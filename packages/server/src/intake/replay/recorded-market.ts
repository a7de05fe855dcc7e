import {
	ALL_TICKERS,
	type BarBlock,
	createBarBlock,
	createDailyBlock,
	createMentionBlock,
	type DailyBlock,
	HALTED,
	type MentionBlock,
	type MentionSpan,
	REGULAR,
} from '@sw/domain/prices/blocks';
import { createSessionMatrix, type SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Dividend, Split, Ticker } from '@sw/domain/prices/ticker';
import type { Session } from '@sw/domain/time/calendar';
import { DAY, exchangeDate, SECOND, type TickerId, type UtcMs } from '@sw/domain/time/units';
import { dayNumber } from '@sw/domain/time/zone';
import type { OpenBackup, SeriesRows } from '@sw/store/backup/open-backup';

/** A market read from a backup. If a row was written more than once, the latest batch counts, as in the store. */
export interface RecordedMarket {
	readonly tickers: readonly Ticker[];
	readonly splits: readonly Split[];
	readonly dividends: readonly Dividend[];
	/** Row r of the matrix is tickers[r]. */
	session(session: Session): Promise<SessionMatrix>;
	/** Pre- and post-market bars that start in [from, to), by time, then ticker. */
	extended(from: UtcMs, to: UtcMs): Promise<BarBlock>;
	/** Mentions in the hours that start in [from, to). */
	mentions(from: UtcMs, to: UtcMs): Promise<MentionBlock>;
	daily(session: Session): Promise<DailyBlock>;
}

const SLOT_SECONDS = 900;

/** Opens the market of one provider, by its name in the backup. */
export async function openRecordedMarket(backup: OpenBackup, provider: string): Promise<RecordedMarket> {
	const tickers = (await backup.records('tickers'))
		.filter((row) => row['provider'] === provider)
		.map(toTicker)
		.sort((a, b) => a.id - b.id);
	const rowById = new Map<number, number>(tickers.map(({ id }, row) => [id, row]));
	const belongsToMarket = (row: Readonly<Record<string, unknown>>): boolean => rowById.has(row['ticker_id'] as number);
	const splits = (await backup.records('splits'))
		.filter((row) => belongsToMarket(row) && row['revoked_at'] === null)
		.map(
			(row): Split => ({ tickerId: row['ticker_id'] as TickerId, date: exchangeDate(String(row['date'])), ratio: Number(row['ratio']) }),
		);
	const dividends = (await backup.records('dividends')).filter(belongsToMarket).map(
		(row): Dividend => ({
			tickerId: row['ticker_id'] as TickerId,
			exDate: exchangeDate(String(row['ex_date'])),
			amount: Number(row['amount']),
		}),
	);

	return {
		tickers,
		splits,
		dividends,
		session: async (session) => {
			const matrix = createSessionMatrix(session.slots, tickers.length);
			const [open, close] = [session.open / SECOND, session.close / SECOND];
			const cellOf = (id: number, time: number): number =>
				time < open || time >= close
					? -1
					: Math.floor((time - open) / SLOT_SECONDS) * matrix.rows + (rowById.get(id) ?? Number.NEGATIVE_INFINITY);
			for (const part of await backup.series('bars', toEpochDay(session.open), toEpochDay(session.close))) fillBars(part, matrix, cellOf);
			for (const part of await backup.series('option_sums', toEpochDay(session.open), toEpochDay(session.close)))
				fillOptions(part, matrix, cellOf);
			const storedDay = dayNumber(session.date);
			for (const part of await backup.series('daily_bars', storedDay, storedDay)) fillDaily(part, matrix, storedDay, rowById);
			return matrix;
		},
		extended: async (from, to) =>
			collectExtendedBars(await backup.series('bars', toEpochDay(from), toEpochDay(to)), from / SECOND, to / SECOND, rowById),
		mentions: async (from, to) => {
			const [fromSeconds, toSeconds] = [from / SECOND, to / SECOND];
			const block = collectMentions(await backup.series('mentions', toEpochDay(from), toEpochDay(to)), fromSeconds, toSeconds, rowById);
			// A span can have begun long before `from`, so all earlier spans are read.
			const spans = await backup.series('mention_spans', 0, toEpochDay(to));
			block.spans = backup.days('mention_spans')
				? clipSpans(spans, fromSeconds, toSeconds)
				: createSpansFromMentions(block, fromSeconds, toSeconds);
			return block;
		},
		daily: async (session) => {
			const storedDay = dayNumber(session.date);
			return collectDailyBars(await backup.series('daily_bars', storedDay, storedDay), storedDay, rowById);
		},
	};
}

function toTicker(row: Readonly<Record<string, unknown>>): Ticker {
	return {
		id: row['id'] as TickerId,
		symbol: String(row['symbol']),
		name: String(row['name']),
		type: row['type'] as Ticker['type'],
		industry: row['industry'] as string | null,
		shares: row['shares'] === null ? null : Number(row['shares']),
		listed: row['listed'] === null ? null : exchangeDate(String(row['listed'])),
		delisted: row['delisted'] === null ? null : exchangeDate(String(row['delisted'])),
		exchange: (row['exchange'] ?? null) as string | null,
	};
}

function toEpochDay(at: UtcMs): number {
	return Math.floor(at / DAY);
}

/** Index of the matrix cell for a ticker and UTC seconds; negative if there is none. */
type CellOf = (id: number, time: number) => number;

function fillBars({ count, columns }: SeriesRows<'bars'>, matrix: SessionMatrix, cellOf: CellOf): void {
	const { ticker_id, time, session, open, high, low, close, volume } = columns;
	for (let i = 0; i < count; i++) {
		if (session[i] !== REGULAR && session[i] !== HALTED) continue;
		const cell = cellOf(ticker_id[i]!, time[i]!);
		if (!(cell >= 0)) continue;
		if (session[i] === HALTED) {
			matrix.halted ??= new Uint8Array(matrix.slots * matrix.rows);
			matrix.halted[cell] = 1;
			continue;
		}
		// Rows are sorted by ticker, time and batch, so the latest batch is last.
		matrix.open[cell] = open[i]!;
		matrix.high[cell] = high[i]!;
		matrix.low[cell] = low[i]!;
		matrix.close[cell] = close[i]!;
		matrix.volume[cell] = volume[i]!;
	}
}

function fillOptions({ count, columns }: SeriesRows<'option_sums'>, matrix: SessionMatrix, cellOf: CellOf): void {
	for (let i = 0; i < count; i++) {
		const cell = cellOf(columns.ticker_id[i]!, columns.time[i]!);
		if (!(cell >= 0)) continue;
		matrix.calls[cell] = columns.calls[i]!;
		matrix.puts[cell] = columns.puts[i]!;
	}
}

/** Adds daily bars for tickers without any 15-minute bar in the session. */
function fillDaily(
	{ count, columns }: SeriesRows<'daily_bars'>,
	matrix: SessionMatrix,
	storedDay: number,
	rowById: ReadonlyMap<number, number>,
): void {
	for (let i = 0; i < count; i++) {
		const row = rowById.get(columns.ticker_id[i]!);
		if (columns.day[i] !== storedDay || row === undefined) continue;
		const hasTraded = Array.from({ length: matrix.slots }, (_, slot) => matrix.close[slot * matrix.rows + row]!).some(
			(close) => !Number.isNaN(close),
		);
		if (hasTraded) continue;
		matrix.daily ??= {
			open: new Float32Array(matrix.rows).fill(Number.NaN),
			high: new Float32Array(matrix.rows).fill(Number.NaN),
			low: new Float32Array(matrix.rows).fill(Number.NaN),
			close: new Float32Array(matrix.rows).fill(Number.NaN),
			volume: new Float64Array(matrix.rows),
		};
		for (const column of ['open', 'high', 'low', 'close', 'volume'] as const) matrix.daily[column][row] = columns[column][i]!;
	}
}

function collectExtendedBars(
	parts: readonly SeriesRows<'bars'>[],
	fromSeconds: number,
	toSeconds: number,
	rowById: ReadonlyMap<number, number>,
): BarBlock {
	const latest = selectLatestRows(
		parts,
		({ columns }, i) => columns.time[i]!,
		({ columns: { time, session, ticker_id } }, i) =>
			time[i]! >= fromSeconds && time[i]! < toSeconds && session[i] !== REGULAR && session[i] !== HALTED && rowById.has(ticker_id[i]!),
	);
	const block = createBarBlock(latest.length);
	for (const { part, i } of latest) {
		const at = block.count++;
		block.tickerId[at] = part.columns.ticker_id[i]!;
		for (const column of ['time', 'session', 'open', 'high', 'low', 'close', 'volume'] as const)
			block[column][at] = part.columns[column][i]!;
	}
	return block;
}

/** Returns the rows of all parts that `isIncluded` accepts, by time, then ticker. Of rows with the same time, ticker and extra key, only the last is kept. */
function selectLatestRows<R extends { count: number; columns: { ticker_id: Uint32Array } }>(
	parts: readonly R[],
	timeOf: (part: R, i: number) => number,
	isIncluded: (part: R, i: number) => boolean,
	extraKeyOf: (part: R, i: number) => number = () => 0,
): { part: R; i: number }[] {
	const latest = new Map<string, { part: R; i: number; time: number; id: number }>();
	for (const part of parts)
		for (let i = 0; i < part.count; i++) {
			if (!isIncluded(part, i)) continue;
			const [time, id] = [timeOf(part, i), part.columns.ticker_id[i]!];
			latest.set(`${time} ${id} ${extraKeyOf(part, i)}`, { part, i, time, id });
		}
	return [...latest.values()].sort((a, b) => a.time - b.time || a.id - b.id);
}

function collectMentions(
	parts: readonly SeriesRows<'mentions'>[],
	fromSeconds: number,
	toSeconds: number,
	rowById: ReadonlyMap<number, number>,
): MentionBlock {
	const latest = selectLatestRows(
		parts,
		({ columns }, i) => columns.time[i]!,
		({ columns: { time, ticker_id } }, i) => time[i]! >= fromSeconds && time[i]! < toSeconds && rowById.has(ticker_id[i]!),
		({ columns }, i) => columns.source[i]!,
	);
	const block = createMentionBlock(latest.length);
	for (const { part, i } of latest) {
		const at = block.count++;
		block.tickerId[at] = part.columns.ticker_id[i]!;
		for (const column of ['time', 'source', 'mentions', 'retweets'] as const) block[column][at] = part.columns[column][i]!;
		// Older backups have no column of authors.
		block.authors[at] = part.columns.authors?.[i] ?? -1;
	}
	return block;
}

function clipSpans(parts: readonly SeriesRows<'mention_spans'>[], fromSeconds: number, toSeconds: number): MentionSpan[] {
	return parts.flatMap(({ count, columns }) =>
		Array.from({ length: count }, (_, i) => ({
			tickerId: columns.ticker_id[i]!,
			source: columns.source[i]!,
			from: Math.max(fromSeconds, columns.since[i]!),
			to: Math.min(toSeconds, columns.until[i]!),
			counter: columns.counter[i]!,
		})).filter((span) => span.from < span.to),
	);
}

/** Creates the spans for older backups without any: every source that has a row counts as covered. */
function createSpansFromMentions(block: MentionBlock, fromSeconds: number, toSeconds: number): MentionSpan[] {
	return [...new Set(block.source.subarray(0, block.count))].map((source) => ({
		tickerId: ALL_TICKERS,
		source,
		from: fromSeconds,
		to: toSeconds,
		counter: 0,
	}));
}

function collectDailyBars(parts: readonly SeriesRows<'daily_bars'>[], storedDay: number, rowById: ReadonlyMap<number, number>): DailyBlock {
	const latest = selectLatestRows(
		parts,
		() => storedDay,
		({ columns }, i) => columns.day[i] === storedDay && rowById.has(columns.ticker_id[i]!),
	);
	const block = createDailyBlock(latest.length);
	for (const { part, i } of latest) {
		const at = block.count++;
		block.tickerId[at] = part.columns.ticker_id[i]!;
		for (const column of ['day', 'open', 'high', 'low', 'close', 'volume'] as const) block[column][at] = part.columns[column][i]!;
	}
	return block;
}
