import type { Position, ReferenceHistory, ReferenceSession } from '../signals/definition/reference/history.ts';

/** Combines the same past with another future: different later slots today and different later sessions. */
export function withOtherFuture(
	{ sessions }: ReferenceHistory,
	{ session, slot }: Position,
	otherHistory: ReferenceHistory,
): ReferenceHistory {
	return {
		sessions: [
			...sessions.slice(0, session),
			replaceAfter(sessions[session] as ReferenceSession, slot, otherHistory.sessions[0] as ReferenceSession),
			...otherHistory.sessions.slice(1),
		],
	};
}

/** Overwrites the slots of a session after `lastSlot`, and the daily row if the session isn't over. */
function replaceAfter(session: ReferenceSession, lastSlot: number, otherSession: ReferenceSession): ReferenceSession {
	const isOver = lastSlot === session.matrix.slots - 1;
	const mixValues = <T extends Float32Array | Float64Array | Uint8Array>(original: T, replacement: T): T => {
		const copy = original.slice() as T;
		for (let slot = lastSlot + 1; slot < original.length; slot++) copy[slot] = replacement[slot] ?? Number.NaN;
		return copy;
	};
	const [matrix, otherMatrix] = [session.matrix, otherSession.matrix];
	const createNoHalts = () => new Uint8Array(26);
	return {
		...session,
		matrix: {
			...matrix,
			open: mixValues(matrix.open, otherMatrix.open),
			high: mixValues(matrix.high, otherMatrix.high),
			low: mixValues(matrix.low, otherMatrix.low),
			close: mixValues(matrix.close, otherMatrix.close),
			volume: mixValues(matrix.volume, otherMatrix.volume),
			calls: mixValues(matrix.calls, otherMatrix.calls),
			puts: mixValues(matrix.puts, otherMatrix.puts),
			halted: mixValues(matrix.halted ?? createNoHalts(), otherMatrix.halted ?? createNoHalts()),
			daily: isOver ? matrix.daily : otherMatrix.daily,
		},
	};
}
