import { createSessionMatrix } from '@sw/domain/prices/session-matrix';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';
import { expect, it } from 'vitest';
import { createInputHash, LOOKBACK_SESSIONS } from './input-hash.ts';

const IDS = Uint32Array.of(7, 9);
const sessions = nyse.sessionsBetween(exchangeDate('2024-01-02'), exchangeDate('2025-03-31'));

function walk(walked: readonly Session[], priceOf: (session: Session) => number | undefined, format?: number) {
	const inputs = createInputHash(IDS, format);
	for (const session of walked) {
		inputs.openSession(session, {});
		const matrix = matrixOf(session, priceOf(session));
		for (let slot = 0; slot < session.slots; slot++) inputs.applySlot(matrix, slot);
	}
	return inputs.snapshot();
}

/** A session in whose first slot one ticker traded at a price; without a price, no ticker traded. */
function matrixOf(session: Session, price?: number) {
	const matrix = createSessionMatrix(session.slots, IDS.length);
	if (price === undefined) return matrix;
	for (const column of [matrix.open, matrix.high, matrix.low, matrix.close]) column[1] = price;
	matrix.volume[1] = 100;
	return matrix;
}

function priceOf({ ordinal }: Session): number {
	return 10 + (ordinal % 7);
}

it('names the same bars alike, whenever the engine began to read', () => {
	expect(sessions.length).toBeGreaterThan(LOOKBACK_SESSIONS + 20);
	const [long, short] = [walk(sessions, priceOf), walk(sessions.slice(-LOOKBACK_SESSIONS), priceOf)];
	expect(long.hash).toBe(short.hash);
	expect([long.from, short.from]).toEqual([sessions[0]?.date, sessions.at(-LOOKBACK_SESSIONS)?.date]);
	expect(walk(sessions.slice(1 - LOOKBACK_SESSIONS), priceOf).hash).not.toBe(short.hash);
	const [first, second] = [walk(sessions, priceOf, 1), walk(sessions.slice(-LOOKBACK_SESSIONS), priceOf, 1)];
	expect(first.hash).not.toBe(second.hash);
});

it('treats sessions without data like those before the data begin', () => {
	const listed = sessions.at(-20) as Session;
	const since = (session: Session) => (session.ordinal < listed.ordinal ? undefined : priceOf(session));
	expect(walk(sessions.slice(-40), since).hash).toBe(walk(sessions.slice(-20), since).hash);
});

it('changes with any bar of the look-back, and with none before it', () => {
	const plain = walk(sessions, priceOf).hash;
	const changed = (at: number) => walk(sessions, (session) => priceOf(session) + (session === sessions.at(at) ? 1 : 0)).hash;
	for (const at of [-1, -2, -100, -LOOKBACK_SESSIONS]) expect(changed(at)).not.toBe(plain);
	expect(changed(-LOOKBACK_SESSIONS - 1)).toBe(plain);
});
