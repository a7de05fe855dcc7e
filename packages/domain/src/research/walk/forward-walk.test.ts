import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSessionMatrix } from '../../prices/session-matrix.ts';
import { SLOT_MS } from '../../time/slots.ts';
import { type UtcMs, utcMs } from '../../time/units.ts';
import { shareBeyond, UNKNOWN_TIER } from './costs.ts';
import { createForwardWalk, type Outcome, type WalkMatrix, type WalkOptions } from './forward-walk.ts';

const OPEN = 1_700_000_000_000;
const DAY = 86_400_000;

function startOf(session: number, slot: number): UtcMs {
	return utcMs(OPEN + session * DAY + slot * SLOT_MS);
}

function endOf(session: number, slot: number): UtcMs {
	return startOf(session, slot + 1);
}

/** Prices by row and slot (opens equal closes); NaN: no trade. */
function matrixOf(price: (row: number, slot: number) => number, rows: number, slots = 4): WalkMatrix {
	const matrix = createSessionMatrix(slots, rows);
	for (let slot = 0; slot < slots; slot++) {
		for (let row = 0; row < rows; row++) {
			const value = price(row, slot);
			if (Number.isNaN(value)) continue;
			for (const column of [matrix.open, matrix.high, matrix.low, matrix.close]) column[slot * rows + row] = value;
			matrix.volume[slot * rows + row] = 100;
		}
	}
	return matrix;
}

function walkOver(
	sessions: { matrix: WalkMatrix; adjustments?: object }[],
	members: { row: number; entry: UtcMs; exits: UtcMs[] }[],
	options: Partial<WalkOptions> = {},
	tiers?: Uint8Array,
): Outcome[] {
	const outcomes: Outcome[] = [];
	const rows = sessions[0]?.matrix.rows ?? 0;
	const walk = createForwardWalk({
		rows,
		direction: 'long',
		measure: 'return',
		endsBar: () => true,
		clock: new Array<number>(26).fill(1),
		onClosed: (closed) => outcomes.push(...closed),
		...options,
	});
	for (const [key, member] of members.entries()) walk.add({ key, ...member });
	sessions.forEach(({ matrix, adjustments = {} }, at) => {
		walk.openSession(adjustments, tiers ?? new Uint8Array(rows));
		for (let slot = 0; slot < matrix.slots; slot++) walk.applySlot(matrix, slot, startOf(at, slot), endOf(at, slot));
	});
	return outcomes;
}

/** Row 0 rises by 1 % a slot, the others stay. */
function riser(row: number, slot: number, session = 0): number {
	return row === 0 ? 100 * 1.01 ** (session * 4 + slot) : 50;
}

describe('a walk forward', () => {
	it('measures from the open of entry to the close of exit, against the tier, after costs', () => {
		const matrix = matrixOf(riser, 9);
		const [outcome] = walkOver([{ matrix }], [{ row: 0, entry: startOf(0, 1), exits: [endOf(0, 3)] }]);
		const gain = Math.log(1.01 ** 2);
		expect(outcome).toMatchObject({ key: 0, horizon: 0, hit: true });
		expect(outcome?.excess).toBeCloseTo(gain - gain / 9 - 0.0005, 6);
		expect(outcome?.base).toBeCloseTo(1 / 9, 9);
	});

	it('turns for the short side, and takes the dearest costs where the tier is unknown', () => {
		const matrix = matrixOf(riser, 9);
		const tiers = new Uint8Array(9).fill(UNKNOWN_TIER);
		const members = [0, 1].map((row) => ({ row, entry: startOf(0, 0), exits: [endOf(0, 3)] }));
		const [up, still] = walkOver([{ matrix }], members, { direction: 'short' }, tiers);
		expect([up?.hit, still?.hit]).toEqual([false, false]);
		const gain = Math.log(1.01 ** 3);
		expect(up?.excess).toBeCloseTo(-gain + gain / 9 - 0.005, 6);
		expect(still?.excess).toBeCloseTo(gain / 9 - 0.005, 6);
	});

	it('buys a ticker that does not trade in the first slot in which it does, and keeps one that stops at its last close', () => {
		const price = (row: number, slot: number): number => (row === 0 && (slot === 0 || slot === 3) ? Number.NaN : riser(row, slot));
		const matrix = matrixOf(price, 9);
		const [outcome] = walkOver([{ matrix }], [{ row: 0, entry: startOf(0, 0), exits: [endOf(0, 3)] }]);
		// Bought at slot 1, last traded at slot 2; until then the benchmark has no entry price for it.
		expect(outcome?.excess).toBeCloseTo(Math.log(1.01) - Math.log(1.01) / 9 - 0.0005, 6);
		const never = matrixOf((row, slot) => (row === 0 ? Number.NaN : riser(row, slot)), 9);
		expect(walkOver([{ matrix: never }], [{ row: 0, entry: startOf(0, 0), exits: [endOf(0, 3)] }])).toEqual([]);
	});

	it('does not mistake a split or a dividend for a return', () => {
		const first = matrixOf(() => 100, 9);
		const split = matrixOf((row) => (row === 0 ? 25 : 100), 9);
		const members = [{ row: 0, entry: startOf(0, 0), exits: [endOf(1, 3)] }];
		const [four] = walkOver([{ matrix: first }, { matrix: split, adjustments: { splits: [{ row: 0, ratio: 4 }] } }], members);
		expect(four?.excess).toBeCloseTo(-0.0005, 9);
		const paid = matrixOf((row) => (row === 0 ? 98 : 100), 9);
		const [cash] = walkOver([{ matrix: first }, { matrix: paid, adjustments: { dividends: [{ row: 0, amount: 2 }] } }], members);
		expect(cash?.excess).toBeCloseTo(-0.0005, 9);
	});

	it('reads nothing after the exit and nothing before the entry', () => {
		const member = [{ row: 0, entry: startOf(0, 1), exits: [endOf(0, 2)] }];
		fc.assert(
			fc.property(fc.double({ min: 1, max: 1e4, noNaN: true }), fc.double({ min: 1, max: 1e4, noNaN: true }), (before, after) => {
				const changed = matrixOf((row, slot) => (slot === 0 ? before : slot === 3 ? after : riser(row, slot)), 9);
				expect(walkOver([{ matrix: changed }], member)).toEqual(walkOver([{ matrix: matrixOf(riser, 9) }], member));
			}),
		);
	});

	it('hits by more than its costs, in its direction, against the middle of the tier', () => {
		/** A move of row 0 over one slot; the others stay. */
		const hit = (move: number, direction: 'long' | 'short') => {
			const matrix = matrixOf((row, slot) => (row === 0 && slot === 1 ? 100 * Math.exp(move) : 100), 9);
			// Bought at the open of slot 0, sold at the close of slot 1.
			const [found] = walkOver([{ matrix }], [{ row: 0, entry: startOf(0, 0), exits: [endOf(0, 1)] }], { direction });
			return [found?.hit, found?.base];
		};
		expect(hit(0.0006, 'long')).toEqual([true, 1 / 9]);
		expect(hit(0.0004, 'long')).toEqual([false, 0]);
		expect(hit(-0.0006, 'long')).toEqual([false, 0]);
		expect(hit(-0.0006, 'short')).toEqual([true, 1 / 9]);
		expect(hit(-0.0004, 'short')).toEqual([false, 0]);
	});

	it('pays a dividend on what is held before it alone, and leaves one alone that cannot be', () => {
		const stay = matrixOf(() => 100, 9);
		const members = [{ row: 0, entry: startOf(1, 0), exits: [endOf(1, 3)] }];
		const excessAfter = (amount: number, entered = members) =>
			walkOver([{ matrix: stay }, { matrix: stay, adjustments: { dividends: [{ row: 0, amount }] } }], entered)[0]?.excess;
		// Bought after it was paid.
		expect(excessAfter(2)).toBeCloseTo(-0.0005, 9);
		const before = [{ row: 0, entry: startOf(0, 0), exits: [endOf(1, 3)] }];
		const gain = -Math.log(0.98);
		expect(excessAfter(2, before)).toBeCloseTo(gain - gain / 9 - 0.0005, 9);
		for (const amount of [100, 150]) expect(excessAfter(amount, before)).toBeCloseTo(-0.0005, 9);
	});

	it('closes each horizon at its own exit, once', () => {
		const closed: { at: { entry: UtcMs; exit: UtcMs }; keys: number[] }[] = [];
		const matrix = matrixOf(riser, 9);
		walkOver(
			[{ matrix }],
			[
				{ row: 0, entry: startOf(0, 0), exits: [endOf(0, 1), endOf(0, 2)] },
				{ row: 1, entry: startOf(0, 0), exits: [endOf(0, 2)] },
			],
			{ onClosed: (outcomes, at) => closed.push({ at, keys: outcomes.map(({ key, horizon }) => 10 * key + horizon) }) },
		);
		const entry = startOf(0, 0);
		expect(closed).toEqual([
			{ at: { entry, exit: endOf(0, 1) }, keys: [0] },
			{ at: { entry, exit: endOf(0, 2) }, keys: [1, 10] },
		]);
	});

	it('is busy from the first episode that waits until the last exit', () => {
		const matrix = matrixOf(riser, 9);
		const walk = createForwardWalk({
			rows: 9,
			direction: 'long',
			measure: 'return',
			endsBar: () => true,
			clock: [1, 1, 1, 1],
			onClosed: () => {},
		});
		expect(walk.isBusy).toBe(false);
		walk.add({ key: 0, row: 0, entry: startOf(0, 1), exits: [endOf(0, 1), endOf(0, 2)] });
		walk.openSession({}, new Uint8Array(9));
		const busy = [0, 1, 2, 3].map((slot) => {
			walk.applySlot(matrix, slot, startOf(0, slot), endOf(0, slot));
			return walk.isBusy;
		});
		expect(busy).toEqual([true, true, false, false]);
	});

	it('calls a wider range a hit where size is meant', () => {
		// Row 0 swings by 1 % for twelve slots, then by 5 %; the others stay at 1 %.
		const swing = (row: number, step: number): number => 100 * (1 + (step % 2) * (row === 0 && step >= 12 ? 0.05 : 0.01));
		const sessions = [0, 1, 2, 3].map((s) => ({ matrix: matrixOf((row, slot) => swing(row, s * 4 + slot), 6) }));
		const members = [0, 1].map((row) => ({ row, entry: startOf(3, 0), exits: [endOf(3, 3)] }));
		const [wide, calm] = walkOver(sessions, members, { measure: 'size' });
		expect([wide?.hit, calm?.hit]).toEqual([true, false]);
		expect(wide?.base).toBeCloseTo(1 / 6, 9);
	});
});

it('says of the only ticker there is that all did as well, and nothing of one whose bars have not ended', () => {
	const wide = (step: number): number => 100 * (1 + (step % 2) * (step >= 15 ? 0.05 : 0.01));
	const sessions = [0, 1, 2, 3, 4].map((s) => ({ matrix: matrixOf((_, slot) => wide(s * 4 + slot), 1) }));
	const exits = [endOf(4, 0), endOf(4, 3)];
	const walked = (endsBar: WalkOptions['endsBar']) =>
		walkOver(sessions, [{ row: 0, entry: startOf(4, 0), exits }], { measure: 'size', endsBar });
	expect(walked(() => true).map(({ hit, base }) => [hit, base])).toEqual([
		[true, 1],
		[true, 1],
	]);
	const [only, ...more] = walked((_, slot) => slot > 0);
	expect([only?.horizon, more.length]).toEqual([1, 0]);
	// A usual range needs ten ranges: with nine there is no outcome.
	expect(walked((_, slot) => slot > 1)).toEqual([]);
});

it('never reports an empty change', () => {
	const never = matrixOf((row, slot) => (row === 0 ? Number.NaN : riser(row, slot)), 9);
	let reported = 0;
	walkOver([{ matrix: never }], [{ row: 0, entry: startOf(0, 0), exits: [endOf(0, 3)] }], { onClosed: () => void reported++ });
	expect(reported).toBe(0);
});

it('counts the share beyond a bound, the bound itself left out', () => {
	const sorted = Float64Array.of(-2, -1, 0, 0, 1);
	expect([shareBeyond(sorted, 0, 'above'), shareBeyond(sorted, 0, 'below'), shareBeyond(sorted, -3, 'above')]).toEqual([0.2, 0.4, 1]);
});
