import { describe, expect, it } from 'vitest';
import { createSessionMatrix, type SessionMatrix } from '../../prices/session-matrix.ts';
import type { SessionAdjustments } from '../../signals/engine/engine-session.ts';
import { createEdgeSpreads } from '../../statistics/edge-spread.ts';
import { createRandom } from '../../testing/random.ts';
import { SPREAD_SESSIONS } from './costs.ts';
import { createSpreadWindow } from './spread-window.ts';

const SLOTS = 26;
const [PLAIN, SPLIT, DIVIDEND, ABSENT, SPARSE] = [0, 1, 2, 3, 4];
const ROWS = 5;
/** The session in which the split and the dividend take effect. */
const EX_SESSION = 12;
const ABSENT_FROM = 20;
const ABSENT_UNTIL = 22;

interface MarketSession {
	readonly matrix: SessionMatrix;
	readonly adjustments: SessionAdjustments;
}

/** Prices of sessions in which every row follows the first one; halves and quarters are exact in Float32. */
const MARKET = ((): MarketSession[] => {
	const random = createRandom(7);
	let price = 40;
	return Array.from({ length: 50 }, (_, session) => {
		const matrix = createSessionMatrix(SLOTS, ROWS);
		const before = price;
		for (let slot = 0; slot < SLOTS; slot++) {
			const prices = Array.from({ length: 4 }, () => {
				price *= Math.exp((random.next() - 0.5) / 200);
				return Math.fround(price * (random.nextBoolean(0.5) ? 0.999 : 1.001));
			}) as [number, number, number, number];
			const bar = { open: prices[0], high: Math.max(...prices), low: Math.min(...prices), close: prices[3] };
			price = bar.close;
			for (let row = 0; row < ROWS; row++) {
				if (row === ABSENT && session >= ABSENT_FROM && session < ABSENT_UNTIL) continue;
				if (row === SPARSE && (slot !== 5 || session % 3 !== 0)) continue;
				const factor = session < EX_SESSION ? 1 : row === SPLIT ? 0.25 : row === DIVIDEND ? 0.5 : 1;
				const cell = slot * ROWS + row;
				for (const column of ['open', 'high', 'low', 'close'] as const) matrix[column][cell] = bar[column] * factor;
				matrix.volume[cell] = 100;
			}
		}
		const isEx = session === EX_SESSION;
		return {
			matrix,
			adjustments: isEx ? { splits: [{ row: SPLIT, ratio: 4 }], dividends: [{ row: DIVIDEND, amount: before / 2 }] } : {},
		};
	});
})();

/** Spreads before each session from `first` + 1 on. */
function walk(sessions: readonly MarketSession[], first = 0): Float32Array[] {
	const window = createSpreadWindow(ROWS, first);
	return sessions.map(({ matrix, adjustments }, i) => {
		expect(window.next).toBe(first + i);
		window.add({ slots: SLOTS }, matrix, adjustments);
		return window.spreads();
	});
}

/** Spread of one row from the bars of the SPREAD_SESSIONS sessions before a session. */
function plainSpread(row: number, session: number): number {
	const spreads = createEdgeSpreads(1);
	for (const { matrix } of MARKET.slice(Math.max(0, session - SPREAD_SESSIONS), session)) {
		const cells = Array.from({ length: SLOTS }, (_, slot) => slot * ROWS + row).filter((cell) => matrix.volume[cell]! > 0);
		// Without a bar in the session, the next bar has no previous one.
		if (cells.length === 0) spreads.shiftPrices(0, Number.NaN);
		for (const cell of cells) {
			const [open, high, low, close] = [matrix.open, matrix.high, matrix.low, matrix.close].map((column) => Math.log(column[cell]!)) as [
				number,
				number,
				number,
				number,
			];
			spreads.addBar(0, { open, high, low, close });
		}
	}
	return spreads.estimateSpread(0);
}

describe('spreads of the sessions before', () => {
	const spreads = walk(MARKET);
	const before = (session: number, row: number): number => (spreads[session - 1] as Float32Array)[row]!;

	it('are those of their bars alone, also without bars of some sessions', () => {
		for (let session = 1; session <= MARKET.length; session++)
			for (const row of [PLAIN, ABSENT]) expect(before(session, row)).toBeCloseTo(plainSpread(row, session), 9);
		expect(before(40, PLAIN)).toBeGreaterThan(0.0005);
		expect(before(ABSENT_UNTIL + 5, ABSENT)).not.toBeCloseTo(before(ABSENT_UNTIL + 5, PLAIN), 9);
		expect(before(ABSENT_UNTIL + SPREAD_SESSIONS, ABSENT)).toBe(before(ABSENT_UNTIL + SPREAD_SESSIONS, PLAIN));
	});

	it('do not depend on where the walk began', () => {
		for (const first of [1, 9, 22])
			expect(walk(MARKET.slice(first), first).slice(SPREAD_SESSIONS - 1)).toEqual(spreads.slice(first + SPREAD_SESSIONS - 1));
	});

	it('ignore splits and dividends', () => {
		for (let session = EX_SESSION + 1; session <= MARKET.length; session++)
			for (const row of [SPLIT, DIVIDEND]) expect(before(session, row)).toBeCloseTo(before(session, PLAIN), 9);
	});

	it('are NaN of few bars, and of bars that no bar of the session directly before precedes', () => {
		expect(createSpreadWindow(ROWS, 3).spreads()).toEqual(new Float32Array(ROWS).fill(Number.NaN));
		expect(before(MARKET.length, SPARSE)).toBeNaN();
	});
});
