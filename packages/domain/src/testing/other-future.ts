import type { Position, ReferenceHistory, ReferenceSession } from '../signals/definition/reference/history.ts';

/** Combines the same past with another future: different later slots today and different later sessions. */
export function withOtherFuture({ sessions }: ReferenceHistory, { session, slot }: Position, stranger: ReferenceHistory): ReferenceHistory {
	return {
		sessions: [
			...sessions.slice(0, session),
			otherwiseAfter(sessions[session] as ReferenceSession, slot, stranger.sessions[0] as ReferenceSession),
			...stranger.sessions.slice(1),
		],
	};
}

/** Overwrites the slots of a session after `last`, and the daily row if the session isn't over. */
function otherwiseAfter(session: ReferenceSession, last: number, stranger: ReferenceSession): ReferenceSession {
	const over = last === session.matrix.slots - 1;
	const mixed = <T extends Float32Array | Float64Array | Uint8Array>(mine: T, theirs: T): T => {
		const copy = mine.slice() as T;
		for (let slot = last + 1; slot < mine.length; slot++) copy[slot] = theirs[slot] ?? Number.NaN;
		return copy;
	};
	const [mine, theirs] = [session.matrix, stranger.matrix];
	const none = () => new Uint8Array(26);
	return {
		...session,
		matrix: {
			...mine,
			open: mixed(mine.open, theirs.open),
			high: mixed(mine.high, theirs.high),
			low: mixed(mine.low, theirs.low),
			close: mixed(mine.close, theirs.close),
			volume: mixed(mine.volume, theirs.volume),
			calls: mixed(mine.calls, theirs.calls),
			puts: mixed(mine.puts, theirs.puts),
			halted: mixed(mine.halted ?? none(), theirs.halted ?? none()),
			daily: over ? mine.daily : theirs.daily,
		},
	};
}
