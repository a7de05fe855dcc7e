/** Compares stored bars with their market, cell by cell. */
import { HALTED, REGULAR } from '@sw/domain/prices/blocks';
import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { SLOT_MS, slotEnd } from '@sw/domain/time/slots';
import { type ExchangeDate, SECOND, type UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { storedUntil } from '@sw/server/market/stored/stored-until';
import { queryBars } from '@sw/store/clickhouse/bars';
import { betweenSeconds, inVisibleBatches } from '@sw/store/clickhouse/engine/sql';
import type { Stores } from '@sw/store/open';
import { type VisibleBatches, visibleBatches } from '@sw/store/postgres/records/tickers/batches';

export interface ExpectedBars {
	provider: string;
	/** First session. */
	from: ExchangeDate;
	/** Rows of the matrices, ascending. */
	ids: Uint32Array;
	matrixOf(session: Session): Promise<SessionMatrix | undefined>;
}

/** Every bar up to the instant for which the store claims to be complete exists once, with its values, and no others do. */
export async function checkBars(
	stores: Stores,
	problem: (text: string) => void,
	{ provider, from, ids, matrixOf }: ExpectedBars,
): Promise<{ sessions: number; bars: number }> {
	const end = (await storedUntil(stores.records.db, provider, 'bars')) ?? (0 as UtcMs);
	const seen = await visibleBatches(stores.records.db);
	const rowOf = new Map(Array.from(ids, (id, row) => [id, row]));
	let bars = 0;
	const sessions = nyse.sessionsBetween(from, newYorkDate(end)).filter(({ open }) => open < end);
	for (const session of sessions) {
		const matrix = await matrixOf(session);
		if (!matrix) continue;
		const to = Math.min(session.close, end);
		const stored = await queryBars(stores.series, undefined, session.open / SECOND, to / SECOND, seen);
		const written = await rowsBetween(stores, session.open / SECOND, to / SECOND, seen);
		if (written !== stored.count) problem(`${session.date} has ${written - stored.count} bars twice`);
		const lacking = cellsUntil(session, matrix, end);
		for (let i = 0; i < stored.count; i++) {
			const row = rowOf.get(stored.tickerId[i]!);
			const cell = Math.floor((stored.time[i]! * SECOND - session.open) / SLOT_MS) * matrix.rows + (row ?? Number.NaN);
			const isSame =
				stored.session[i] === REGULAR &&
				stored.open[i] === matrix.open[cell] &&
				stored.high[i] === matrix.high[cell] &&
				stored.low[i] === matrix.low[cell] &&
				stored.close[i] === matrix.close[cell] &&
				stored.volume[i] === matrix.volume[cell];
			if (!isSame) problem(`the bar of ticker ${stored.tickerId[i]} at ${isoSeconds(stored.time[i]! * SECOND)} is not the market's`);
			lacking.delete(cell);
		}
		if (lacking.size > 0) problem(`${session.date} lacks ${lacking.size} bars`);
		bars += stored.count;
	}
	return { sessions: sessions.length, bars };
}

/** Cells with a bar in slots that ended by `end`. */
function cellsUntil(session: Session, { close, rows, slots }: SessionMatrix, end: UtcMs): Set<number> {
	const cells = new Set<number>();
	for (let slot = 0; slot < slots && slotEnd(session, slot) <= end; slot++)
		for (let cell = slot * rows; cell < (slot + 1) * rows; cell++) if (!Number.isNaN(close[cell])) cells.add(cell);
	return cells;
}

/** Stored rows: more than bars if one was written twice. */
async function rowsBetween({ series }: Stores, from: number, to: number, seen: VisibleBatches): Promise<number> {
	const where = `${betweenSeconds('time', from, to)} AND ${inVisibleBatches('batch', seen)} AND session <> ${HALTED}`;
	const { columns } = await series.bulk.read({ rows: 'UInt32' }, `SELECT toUInt32(count()) AS rows FROM bars WHERE ${where}`);
	return columns.rows[0] ?? 0;
}
