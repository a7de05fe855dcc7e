import { HALTED, REGULAR } from '@sw/domain/prices/blocks';
import { createSessionMatrix as createEmptyMatrix, type SessionMatrix } from '@sw/domain/prices/session-matrix';
import { DAY } from '@sw/domain/time/units';
import type { VisibleBatches } from '../postgres/records/tickers/batches.ts';
import type { ColumnsOf, Rows } from './engine/native.ts';
import type { Series } from './engine/series.ts';
import { betweenSeconds, int, inVisibleBatches, oneOf } from './engine/sql.ts';
import { BARS, DAILY_BARS, OPTION_SUMS } from './engine/tables.ts';

/**
 * Creates a function that maps a ticker's id to its row in `ids`; -1 for unknown ids. Uses an array unless ids are large, as those of imported files
 * can be.
 */
export function createRowLookup(ids: Uint32Array): (id: number) => number {
	const largest = ids.reduce((largest, id) => Math.max(largest, id), 0);
	if (largest > 4_000_000) {
		const rows = new Map(Array.from(ids, (id, row) => [id, row]));
		return (id) => rows.get(id) ?? -1;
	}
	const rows = new Int32Array(largest + 1).fill(-1);
	ids.forEach((id, row) => {
		rows[id] = row;
	});
	return (id) => rows[id] ?? -1;
}

/** The fields of a trading session that the loader needs; the calendar's Session has them. */
export interface MatrixSession {
	/** 'YYYY-MM-DD' in New York. */
	date: string;
	/** Open in UTC milliseconds. */
	open: number;
	slots: number;
}

const SLOT_SECONDS = 900;
/** Cells read at a time: about 80 MB of results and matrices. */
const CELLS_PER_READ = 1_000_000;
/** With more tickers than this, rows are filtered here instead of in the query. */
const MAX_IDS_IN_QUERY = 500;

/** Reads the regular session of the given tickers (row r is tickerIds[r]). Of rewritten bars, the latest batch counts. */
export async function readSessionMatrix(
	series: Series,
	session: MatrixSession,
	tickerIds: Uint32Array,
	visible: VisibleBatches,
): Promise<SessionMatrix> {
	const [matrix] = await loadMatrices(series, [session], tickerIds, visible);
	return matrix as SessionMatrix;
}

/**
 * Reads several sessions in ascending order, as many per query as fit. While `onSession` processes one group, the next group is read. A matrix is
 * reused after `onSession` has finished.
 */
export async function readSessionMatrices<S extends MatrixSession>(
	series: Series,
	sessions: readonly S[],
	tickerIds: Uint32Array,
	visible: VisibleBatches,
	onSession: (session: S, matrix: SessionMatrix) => void | Promise<void>,
): Promise<void> {
	const groups = groupSessions(sessions, tickerIds.length);
	const read = (index: number): Promise<SessionMatrix[]> => {
		const loading = loadMatrices(series, groups[index] ?? [], tickerIds, visible);
		// A failure is handled when the group is awaited.
		loading.catch(() => {});
		return loading;
	};
	let nextGroup = read(0);
	for (const [index, group] of groups.entries()) {
		const matrices = await nextGroup;
		if (index + 1 < groups.length) nextGroup = read(index + 1);
		for (const [at, session] of group.entries()) await onSession(session, matrices[at] as SessionMatrix);
	}
}

/** Groups as many sessions as fit into one query. For a few tickers that can be a year, because a query costs more than their rows. */
function groupSessions<S extends MatrixSession>(sessions: readonly S[], rows: number): S[][] {
	const groups: S[][] = [];
	for (const session of sessions) {
		const group = groups.at(-1);
		const fits = group && (group.length + 1) * session.slots * rows <= CELLS_PER_READ;
		if (fits) group.push(session);
		else groups.push([session]);
	}
	return groups;
}

async function loadMatrices(
	series: Series,
	sessions: readonly MatrixSession[],
	tickerIds: Uint32Array,
	visible: VisibleBatches,
): Promise<SessionMatrix[]> {
	const matrices = sessions.map((session) => createEmptyMatrix(session.slots, tickerIds.length));
	const [first, last] = [sessions[0], sessions.at(-1)];
	if (!first || !last) return matrices;
	const tickerConditions = tickerIds.length <= MAX_IDS_IN_QUERY ? [oneOf('ticker_id', tickerIds)] : [];
	const span = betweenSeconds('time', openSeconds(first), openSeconds(last) + last.slots * SLOT_SECONDS);
	const spanWithDayTotals = betweenSeconds('time', openSeconds(first) - SLOT_SECONDS, openSeconds(last) + last.slots * SLOT_SECONDS);
	const days = `day >= toDate(${int(dayNumber(first))}) AND day <= toDate(${int(dayNumber(last))})`;
	const select = (spec: object, table: string, ...conditions: string[]): string =>
		`SELECT ${Object.keys(spec)} FROM ${table} WHERE ${[...tickerConditions, ...conditions, inVisibleBatches('batch', visible)].join(' AND ')}`;
	const [bars, options, daily] = await Promise.all([
		series.bulk.read(BARS, select(BARS, 'bars', span, `session IN (${REGULAR}, ${HALTED})`)),
		series.bulk.read(OPTION_SUMS, select(OPTION_SUMS, 'option_sums', spanWithDayTotals)),
		series.bulk.read(DAILY_BARS, select(DAILY_BARS, 'daily_bars', days)),
	]);
	const placement = new Placement(sessions, tickerIds);
	placeBars(bars, placement, matrices);
	placeOptions(options, placement, matrices);
	placeDaily(daily, placement, matrices);
	return matrices;
}

/** Finds the cell of a ticker at an instant. */
class Placement {
	readonly rows: number;
	readonly rowOf: (id: number) => number;
	readonly sessions: readonly MatrixSession[];
	readonly openTimes: Float64Array;
	/** Index of the session of the last cell found. */
	sessionIndex = 0;

	constructor(sessions: readonly MatrixSession[], tickerIds: Uint32Array) {
		this.rows = tickerIds.length;
		this.rowOf = createRowLookup(tickerIds);
		this.sessions = sessions;
		this.openTimes = Float64Array.from(sessions, openSeconds);
	}

	/** Finds a cell's index in the matrix of `sessionIndex`; -1 if no session contains the time, or if the ticker is unknown. */
	findCell(id: number, time: number): number {
		const row = this.rowOf(id);
		if (row < 0) return -1;
		// Rows are mostly ordered by ticker, then time, so the session is nearly always this one or the next.
		if (time < this.openTimes[this.sessionIndex]!) this.sessionIndex = 0;
		while (this.sessionIndex + 1 < this.openTimes.length && time >= this.openTimes[this.sessionIndex + 1]!) this.sessionIndex += 1;
		const slot = Math.floor((time - this.openTimes[this.sessionIndex]!) / SLOT_SECONDS);
		return slot >= 0 && slot < (this.sessions[this.sessionIndex] as MatrixSession).slots ? slot * this.rows + row : -1;
	}
}

function placeBars({ count, columns }: Rows<typeof BARS>, placement: Placement, matrices: readonly SessionMatrix[]): void {
	const { ticker_id, time, session, open, high, low, close, volume, batch } = columns;
	const batchesBySession = createBatchArrays(matrices);
	for (let i = 0; i < count; i += 1) {
		const cell = placement.findCell(ticker_id[i]!, time[i]!);
		if (cell < 0) continue;
		const matrix = matrices[placement.sessionIndex] as SessionMatrix;
		if (session[i] === HALTED) {
			matrix.halted ??= new Uint8Array(matrix.slots * matrix.rows);
			matrix.halted[cell] = 1;
			continue;
		}
		const cellBatches = batchesBySession[placement.sessionIndex] as Uint32Array;
		if (batch[i]! < cellBatches[cell]!) continue;
		cellBatches[cell] = batch[i]!;
		matrix.open[cell] = open[i]!;
		matrix.high[cell] = high[i]!;
		matrix.low[cell] = low[i]!;
		matrix.close[cell] = close[i]!;
		matrix.volume[cell] = volume[i]!;
	}
}

/** Creates an array per session for the batch that filled each cell. */
function createBatchArrays(matrices: readonly SessionMatrix[]): Uint32Array[] {
	return matrices.map((matrix) => new Uint32Array(matrix.slots * matrix.rows));
}

function placeOptions({ count, columns }: Rows<typeof OPTION_SUMS>, placement: Placement, matrices: readonly SessionMatrix[]): void {
	const { ticker_id, time, calls, puts, batch } = columns;
	const batchesBySession = count > 0 ? createBatchArrays(matrices) : [];
	const placeDayTotal = createDayTotalPlacer(placement, matrices);
	for (let i = 0; i < count; i += 1) {
		const cell = placement.findCell(ticker_id[i]!, time[i]!);
		if (cell < 0) {
			placeDayTotal(columns, i);
			continue;
		}
		const cellBatches = batchesBySession[placement.sessionIndex] as Uint32Array;
		if (batch[i]! < cellBatches[cell]!) continue;
		cellBatches[cell] = batch[i]!;
		const matrix = matrices[placement.sessionIndex] as SessionMatrix;
		matrix.calls[cell] = calls[i]!;
		matrix.puts[cell] = puts[i]!;
	}
}

/** Creates a function for rows dated one slot before an open: the previous session's option totals, from vendors that only deliver totals after the close. */
function createDayTotalPlacer(
	placement: Placement,
	matrices: readonly SessionMatrix[],
): (columns: ColumnsOf<typeof OPTION_SUMS>, i: number) => void {
	const sessionIndexByTime = new Map(Array.from(placement.openTimes, (open, index) => [open - SLOT_SECONDS, index]));
	const batchesByMatrix = new Map<SessionMatrix, Uint32Array>();
	return ({ ticker_id, time, calls, puts, batch }, i) => {
		const matrix = matrices[sessionIndexByTime.get(time[i]!) ?? -1];
		const row = matrix ? placement.rowOf(ticker_id[i]!) : -1;
		if (!matrix || row < 0) return;
		const rowBatches = batchesByMatrix.get(matrix) ?? new Uint32Array(matrix.rows);
		batchesByMatrix.set(matrix, rowBatches);
		if (batch[i]! < rowBatches[row]!) return;
		rowBatches[row] = batch[i]!;
		const createEmptyColumn = (): Float32Array => new Float32Array(matrix.rows).fill(Number.NaN);
		matrix.optionDay ??= { calls: createEmptyColumn(), puts: createEmptyColumn() };
		matrix.optionDay.calls[row] = calls[i]!;
		matrix.optionDay.puts[row] = puts[i]!;
	};
}

function placeDaily({ count, columns }: Rows<typeof DAILY_BARS>, placement: Placement, matrices: readonly SessionMatrix[]): void {
	const sessionIndexByDay = new Map(placement.sessions.map((session, index) => [dayNumber(session), index]));
	const batchesBySession = matrices.map(() => new Map<number, number>());
	const tradedRows = matrices.map(() => undefined as Uint8Array | undefined);
	for (let i = 0; i < count; i += 1) {
		const at = sessionIndexByDay.get(columns.day[i]!);
		const row = placement.rowOf(columns.ticker_id[i]!);
		if (at === undefined || row < 0) continue;
		const matrix = matrices[at] as SessionMatrix;
		tradedRows[at] ??= rowsWithBars(matrix);
		const batch = columns.batch[i]!;
		if (tradedRows[at][row] === 1 || batch < (batchesBySession[at]?.get(row) ?? 0)) continue;
		batchesBySession[at]?.set(row, batch);
		matrix.daily ??= createEmptyDaily(matrix.rows);
		copyDaily(columns, i, matrix.daily, row);
	}
}

function rowsWithBars({ close, rows }: SessionMatrix): Uint8Array {
	const tradedRows = new Uint8Array(rows);
	for (let cell = 0; cell < close.length; cell += 1) if (!Number.isNaN(close[cell])) tradedRows[cell % rows] = 1;
	return tradedRows;
}

type DailyRows = NonNullable<SessionMatrix['daily']>;

function createEmptyDaily(rows: number): DailyRows {
	return {
		open: new Float32Array(rows).fill(Number.NaN),
		high: new Float32Array(rows).fill(Number.NaN),
		low: new Float32Array(rows).fill(Number.NaN),
		close: new Float32Array(rows).fill(Number.NaN),
		volume: new Float64Array(rows),
	};
}

function copyDaily(columns: ColumnsOf<typeof DAILY_BARS>, sourceRow: number, daily: DailyRows, targetRow: number): void {
	daily.open[targetRow] = columns.open[sourceRow]!;
	daily.high[targetRow] = columns.high[sourceRow]!;
	daily.low[targetRow] = columns.low[sourceRow]!;
	daily.close[targetRow] = columns.close[sourceRow]!;
	daily.volume[targetRow] = columns.volume[sourceRow]!;
}

function openSeconds(session: MatrixSession): number {
	return session.open / 1_000;
}

function dayNumber(session: MatrixSession): number {
	return Date.parse(session.date) / DAY;
}
