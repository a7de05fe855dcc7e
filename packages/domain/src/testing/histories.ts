import { createSessionMatrix } from '../prices/session-matrix.ts';
import type { Position, ReferenceHistory, ReferenceSession } from '../signals/definition/reference/history.ts';
import { PARAMETERS_V1, type ParameterSet } from '../signals/parameters.ts';

/** Version 1 with shorter windows, so that tests can write down a history; nothing else differs. */
export const SHORT_WINDOWS: ParameterSet = {
	...PARAMETERS_V1,
	windowBars: [10, 8, 8, 6, 6],
	daily: { sessions: 20, least: 3 },
};

/** One traded slot, or a vendor's day. Omitted values follow from the close; omitted calls and puts weren't received. */
export interface Cell {
	close: number;
	open?: number;
	high?: number;
	low?: number;
	volume?: number;
	calls?: number;
	puts?: number;
}

export function dailyRow(cell: Cell): NonNullable<ReferenceSession['matrix']['daily']> {
	const { open, high, low, close, volume } = fillPrices(cell);
	return {
		open: Float32Array.of(open),
		high: Float32Array.of(high),
		low: Float32Array.of(low),
		close: Float32Array.of(close),
		volume: Float64Array.of(volume),
	};
}

function fillPrices({ close, open = close, high = Math.max(open, close), low = Math.min(open, close), volume = 1000 }: Cell) {
	return { open, high, low, close, volume } as const;
}

export interface SessionExtras extends Omit<ReferenceSession, 'matrix'> {
	slots?: 26 | 14;
	daily?: Cell;
	/** Slots in which trading was halted. */
	halted?: readonly number[];
}

/** Creates one session, slot by slot; null is a slot without any row. */
export function createSession(getCell: (slot: number) => Cell | null, extras: SessionExtras = {}): ReferenceSession {
	const { slots = 26, daily, halted, ...events } = extras;
	const matrix = createSessionMatrix(slots, 1);
	for (let slot = 0; slot < slots; slot++) {
		const cell = getCell(slot);
		if (cell === null) continue;
		for (const [column, value] of Object.entries(fillPrices(cell))) matrix[column as 'open'][slot] = value;
		matrix.calls[slot] = cell.calls ?? Number.NaN;
		matrix.puts[slot] = cell.puts ?? Number.NaN;
	}
	if (daily) matrix.daily = dailyRow(daily);
	if (halted) matrix.halted = Uint8Array.from({ length: slots }, (_, slot) => (halted.includes(slot) ? 1 : 0));
	return { matrix, ...events };
}

/** Creates several sessions of the same kind; the cell may depend on the slot and on the session. */
export function createSessions(
	count: number,
	getCell: (slot: number, session: number) => Cell | null,
	extras: SessionExtras = {},
): ReferenceSession[] {
	return Array.from({ length: count }, (_, session) => createSession((slot) => getCell(slot, session), extras));
}

/** Returns a cell whose close alternates between 100 and 101, so that the typical move is known. */
export function alternatingCell(slot: number): Cell {
	return { close: slot % 2 === 0 ? 100 : 101, volume: 1000, calls: 40, puts: 40 };
}

/** Returns a cell of an ordinary ticker: the closes vary on every timeframe. */
export function variedCell(slot: number, session = 0): Cell {
	return { ...alternatingCell(slot), close: 100 + ((3 * slot + 5 * session) % 7) };
}

/** Returns the position at the end of the history, or at the end of a slot of the last session. */
export function lastPosition({ sessions }: ReferenceHistory, slot?: number): Position {
	const session = sessions.length - 1;
	return { session, slot: slot ?? (sessions[session] as ReferenceSession).matrix.slots - 1 };
}
