/** Compares stored bars with their market, cell by cell. */
import { HALTED, REGULAR } from '@sw/domain/prices/blocks';
import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { SLOT_MS, slotEnd } from '@sw/domain/time/slots';
import { type ExchangeDate, SECOND, type UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { readStoredUntil } from '@sw/server/market/stored/stored-until';
import { queryBars } from '@sw/store/clickhouse/bars';
import { betweenSeconds, inVisibleBatches } from '@sw/store/clickhouse/engine/sql';
import type { Stores } from '@sw/store/open';
import { type VisibleBatches, visibleBatches } from '@sw/store/postgres/records/tickers/batches';

export interface ExpectedBars {
	provider: string;
	/** First session. */
	fromDate: ExchangeDate;
	/** Ticker ids, ascending, one for each row of the matrices. */
	ids: Uint32Array;
	loadMatrix(session: Session): Promise<SessionMatrix | undefined>;
}

/** Checks that every bar up to the instant for which the store claims to be complete is stored once, with its values, and that there are no others. */
export async function checkBars(
	stores: Stores,
	reportProblem: (text: string) => void,
	{ provider, fromDate, ids, loadMatrix }: ExpectedBars,
): Promise<{ sessions: number; bars: number }> {
	const end = (await readStoredUntil(stores.records.db, provider, 'bars')) ?? (0 as UtcMs);
	const batches = await visibleBatches(stores.records.db);
	const rowById = new Map(Array.from(ids, (id, row) => [id, row]));
	let bars = 0;
	const sessions = nyse.sessionsBetween(fromDate, newYorkDate(end)).filter(({ open }) => open < end);
	for (const session of sessions) {
		const matrix = await loadMatrix(session);
		if (!matrix) continue;
		const sessionEnd = Math.min(session.close, end);
		const stored = await queryBars(stores.series, undefined, session.open / SECOND, sessionEnd / SECOND, batches);
		const rowCount = await countRows(stores, session.open / SECOND, sessionEnd / SECOND, batches);
		if (rowCount !== stored.count) reportProblem(`${session.date} has ${rowCount - stored.count} bars twice`);
		const missingCells = findCells(session, matrix, end);
		for (let i = 0; i < stored.count; i++) {
			const row = rowById.get(stored.tickerId[i]!);
			const cell = Math.floor((stored.time[i]! * SECOND - session.open) / SLOT_MS) * matrix.rows + (row ?? Number.NaN);
			const isSame =
				stored.session[i] === REGULAR &&
				stored.open[i] === matrix.open[cell] &&
				stored.high[i] === matrix.high[cell] &&
				stored.low[i] === matrix.low[cell] &&
				stored.close[i] === matrix.close[cell] &&
				stored.volume[i] === matrix.volume[cell];
			if (!isSame)
				reportProblem(`the bar of ticker ${stored.tickerId[i]} at ${isoSeconds(stored.time[i]! * SECOND)} differs from the market's`);
			missingCells.delete(cell);
		}
		if (missingCells.size > 0) reportProblem(`${session.date} lacks ${missingCells.size} bars`);
		bars += stored.count;
	}
	return { sessions: sessions.length, bars };
}

/** Returns the cells with a bar in slots that ended by `end`. */
function findCells(session: Session, { close, rows, slots }: SessionMatrix, end: UtcMs): Set<number> {
	const cells = new Set<number>();
	for (let slot = 0; slot < slots && slotEnd(session, slot) <= end; slot++)
		for (let cell = slot * rows; cell < (slot + 1) * rows; cell++) if (!Number.isNaN(close[cell])) cells.add(cell);
	return cells;
}

/** Counts stored rows: more than bars if a bar was written twice. */
async function countRows({ series }: Stores, fromSeconds: number, toSeconds: number, batches: VisibleBatches): Promise<number> {
	const where = `${betweenSeconds('time', fromSeconds, toSeconds)} AND ${inVisibleBatches('batch', batches)} AND session <> ${HALTED}`;
	const { columns } = await series.bulk.read({ rows: 'UInt32' }, `SELECT toUInt32(count()) AS rows FROM bars WHERE ${where}`);
	return columns.rows[0] ?? 0;
}
