import { REGULAR } from '@sw/domain/prices/blocks';
import type { WalkMatrix } from '@sw/domain/research/walk/forward-walk';
import { DAY } from '@sw/domain/time/units';
import type { VisibleBatches } from '../postgres/records/tickers/batches.ts';
import type { Columns, ColumnsOf } from './engine/native.ts';
import type { Series } from './engine/series.ts';
import { betweenSeconds, int, inVisibleBatches, oneOf } from './engine/sql.ts';
import { BARS } from './engine/tables.ts';
import { createRowLookup, type MatrixSession } from './session-matrices.ts';

const { session: _session, ...PRICES } = BARS;

const DAILY = { ...PRICES, time: 'UInt32' } as const satisfies Columns;

const SLOT_SECONDS = 900;
/** Cells read at a time: a month of a small market, or a session of a large one. */
const CELLS_PER_READ = 1_500_000;
/**
 * Limit for queries over several months. A few tickers stay below it: in each partition their rows are adjacent, and a query costs more than a month's
 * rows.
 */
const MAX_CELLS_ACROSS_MONTHS = 100_000;
/** With more tickers than this, rows are filtered here instead of in the query. */
const MAX_IDS_IN_QUERY = 500;
/** Queries for at most this many tickers count as requests, so that a user does not wait for scans. */
const MAX_REQUEST_IDS = 10;

/**
 * Reads the regular bars of ascending sessions, one session after another, with unadjusted prices. Reads less than readSessionMatrices: no option volumes,
 * no halts. If a ticker has no 15-minute bars in a session, the vendor's daily bar is used: its open in the first slot, its close in the last.
 * Of rewritten bars, the latest visible batch counts. A matrix is reused after `onSession` has finished.
 */
export async function readSessionPrices<S extends MatrixSession>(
	series: Series,
	sessions: readonly S[],
	tickerIds: Uint32Array,
	visible: VisibleBatches,
	onSession: (session: S, matrix: WalkMatrix) => void | Promise<void>,
): Promise<void> {
	const rowOf = createRowLookup(tickerIds);
	for (const group of groupSessions(sessions, tickerIds.length)) {
		const matrices = await loadMatrices(series, group, tickerIds, rowOf, visible);
		for (const [at, session] of group.entries()) await onSession(session, matrices[at] as WalkMatrix);
	}
}

/** Groups as many adjacent sessions as fit: of one month, which is one partition; of several months if there are few cells. */
function groupSessions<S extends MatrixSession>(sessions: readonly S[], rows: number): S[][] {
	const groups: S[][] = [];
	for (const session of sessions) {
		const group = groups.at(-1);
		const cells = ((group?.length ?? 0) + 1) * session.slots * rows;
		const isAdjacent = group && session.open - (group.at(-1) as S).open < 5 * DAY;
		const isSamePartition = cells <= MAX_CELLS_ACROSS_MONTHS || group?.[0]?.date.slice(0, 7) === session.date.slice(0, 7);
		if (group && isAdjacent && isSamePartition && cells <= CELLS_PER_READ) group.push(session);
		else groups.push([session]);
	}
	return groups;
}

async function loadMatrices(
	series: Series,
	sessions: readonly MatrixSession[],
	tickerIds: Uint32Array,
	rowOf: (id: number) => number,
	visible: VisibleBatches,
): Promise<WalkMatrix[]> {
	const rows = tickerIds.length;
	const [first, last] = [sessions[0] as MatrixSession, sessions.at(-1) as MatrixSession];
	const span = betweenSeconds('time', first.open / 1_000, last.open / 1_000 + last.slots * SLOT_SECONDS);
	const days = `day >= toDate(${int(dayNumber(first))}) AND day <= toDate(${int(dayNumber(last))})`;
	const tickerConditions = rows <= MAX_IDS_IN_QUERY ? [oneOf('ticker_id', tickerIds)] : [];
	const where = (...conditions: string[]): string => [...tickerConditions, ...conditions, inVisibleBatches('batch', visible)].join(' AND ');
	const connection = rows <= MAX_REQUEST_IDS ? series.requests : series.bulk;
	const [bars, daily] = await Promise.all([
		connection.read(PRICES, `SELECT ${Object.keys(PRICES)} FROM bars WHERE ${where(span, `session = ${REGULAR}`)}`),
		connection.read(
			DAILY,
			`SELECT ticker_id, toUInt32(day) AS time, open, high, low, close, volume, batch FROM daily_bars WHERE ${where(days)}`,
		),
	]);
	const matrices = sessions.map(({ slots }) => createEmptyMatrix(slots, rows));
	placeBars(bars.count, bars.columns, sessions, matrices, rowOf);
	placeDaily(daily.count, daily.columns, sessions, matrices, rowOf);
	return matrices;
}

function createEmptyMatrix(slots: number, rows: number): WalkMatrix {
	const cells = slots * rows;
	const createNans = (): Float32Array => new Float32Array(cells).fill(Number.NaN);
	return { slots, rows, open: createNans(), high: createNans(), low: createNans(), close: createNans(), volume: new Float64Array(cells) };
}

function placeBars(
	count: number,
	columns: ColumnsOf<typeof PRICES>,
	sessions: readonly MatrixSession[],
	matrices: readonly WalkMatrix[],
	rowOf: (id: number) => number,
): void {
	const opens = Float64Array.from(sessions, ({ open }) => open / 1_000);
	const batchesBySession = matrices.map(({ close }) => new Uint32Array(close.length));
	let at = 0;
	for (let i = 0; i < count; i += 1) {
		const row = rowOf(columns.ticker_id[i]!);
		const time = columns.time[i]!;
		if (row < 0) continue;
		// Rows are mostly ordered by ticker, then time, so the session is nearly always this one or the next.
		if (time < opens[at]!) at = 0;
		while (at + 1 < opens.length && time >= opens[at + 1]!) at += 1;
		const matrix = matrices[at] as WalkMatrix;
		const slot = Math.floor((time - opens[at]!) / SLOT_SECONDS);
		if (slot < 0 || slot >= matrix.slots) continue;
		const cell = slot * matrix.rows + row;
		const cellBatches = batchesBySession[at] as Uint32Array;
		if (columns.batch[i]! < cellBatches[cell]!) continue;
		cellBatches[cell] = columns.batch[i]!;
		matrix.open[cell] = columns.open[i]!;
		matrix.high[cell] = columns.high[i]!;
		matrix.low[cell] = columns.low[i]!;
		matrix.close[cell] = columns.close[i]!;
		matrix.volume[cell] = columns.volume[i]!;
	}
}

/** Places a daily bar in two slots: the first with its open, the last with its close. */
function placeDaily(
	count: number,
	columns: ColumnsOf<typeof DAILY>,
	sessions: readonly MatrixSession[],
	matrices: readonly WalkMatrix[],
	rowOf: (id: number) => number,
): void {
	if (count === 0) return;
	const sessionIndexByDay = new Map(sessions.map((session, at) => [dayNumber(session), at]));
	const batchesBySession = matrices.map(() => new Map<number, number>());
	const tradedRows = matrices.map(({ rows, close }) => {
		const hasBars = new Uint8Array(rows);
		for (let cell = 0; cell < close.length; cell += 1) if (!Number.isNaN(close[cell]!)) hasBars[cell % rows] = 1;
		return hasBars;
	});
	for (let i = 0; i < count; i += 1) {
		const at = sessionIndexByDay.get(columns.time[i]!);
		const row = rowOf(columns.ticker_id[i]!);
		if (at === undefined || row < 0 || tradedRows[at]?.[row] === 1) continue;
		const batch = columns.batch[i]!;
		if (batch < (batchesBySession[at]?.get(row) ?? 0)) continue;
		batchesBySession[at]?.set(row, batch);
		const matrix = matrices[at] as WalkMatrix;
		const [open, high, low, close] = [columns.open[i], columns.high[i], columns.low[i], columns.close[i]] as [
			number,
			number,
			number,
			number,
		];
		setCell(matrix, row, [open, high, low, open], columns.volume[i]!);
		setCell(matrix, (matrix.slots - 1) * matrix.rows + row, [close, high, low, close], columns.volume[i]!);
	}
}

function setCell(matrix: WalkMatrix, cell: number, prices: readonly [number, number, number, number], volume: number): void {
	[matrix.open[cell], matrix.high[cell], matrix.low[cell], matrix.close[cell]] = prices;
	matrix.volume[cell] = volume;
}

function dayNumber({ date }: MatrixSession): number {
	return Date.parse(date) / DAY;
}
