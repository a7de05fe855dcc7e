import { describe, expect, it } from 'vitest';
import { createSessionMatrix } from '../../prices/session-matrix.ts';
import { PARAMETERS_V1 } from '../../signals/parameters.ts';
import { createRandom, type Random } from '../../testing/random.ts';
import { barsOfSession, clockVariance } from '../../time/slots.ts';
import { utcMs } from '../../time/units.ts';
import { type CloseGrid, createCloseGrids } from './bar-grid.ts';

const ROWS = 3;

function randomSession(random: Random, session: number, isLast: boolean) {
	const slots = random.nextBoolean(0.3) ? 14 : 26;
	const matrix = createSessionMatrix(slots, ROWS);
	for (let cell = 0; cell < slots * ROWS; cell++) {
		if (random.nextBoolean(0.5)) continue;
		// A price of zero isn't a price.
		matrix.close[cell] = random.nextBoolean(0.1) ? 0 : (400 + random.nextInteger(100)) / 4;
		matrix.volume[cell] = random.nextBoolean(0.2) ? 0 : 1;
	}
	// Volume without a price.
	matrix.volume[random.nextInteger(slots * ROWS)] = 7;
	const row = random.nextInteger(ROWS);
	return {
		matrix,
		open: utcMs(session * 86_400_000),
		elapsed: isLast ? random.nextInteger(slots + 1) : slots,
		splits: random.nextBoolean(0.4) ? [{ row, ratio: 4 }] : [],
		dividends: random.nextBoolean(0.6) ? [{ row, amount: random.nextBoolean(0.2) ? 500 : 0.5 }] : [],
	};
}

type RandomSession = ReturnType<typeof randomSession>;

/** Each bar from the whole past. */
function plainly(sessions: readonly RandomSession[], timeframe: CloseGrid['timeframe'], clock: readonly number[]) {
	const [close, x, q, end]: [number[], number[], number[], number[]] = [[], [], [], []];
	let closed = true;
	const shift = new Array<number>(ROWS).fill(0);
	sessions.forEach(({ matrix, open, elapsed, splits, dividends }, session) => {
		const priceIn = ({ matrix }: RandomSession, row: number, from: number, to: number): number => {
			const prices = Array.from({ length: Math.max(0, to - from) }, (_, i) => (from + i) * ROWS + row)
				.filter((cell) => matrix.volume[cell]! > 0 && matrix.close[cell]! > 0)
				.map((cell) => matrix.close[cell]!);
			return prices.at(-1) ?? Number.NaN;
		};
		for (const { row, ratio } of splits) shift[row] = shift[row]! + Math.log(ratio);
		for (const { row, amount } of dividends) {
			const before = sessions.slice(0, session).findLastIndex((each) => !Number.isNaN(priceIn(each, row, 0, each.elapsed)));
			if (before < 0) continue;
			const since = sessions.slice(before + 1, session + 1).flatMap((each) => each.splits.filter((split) => split.row === row));
			const earlier = sessions[before] as RandomSession;
			const price = priceIn(earlier, row, 0, earlier.elapsed) / 4 ** since.length;
			if (amount < price) shift[row] = shift[row]! - Math.log(1 - amount / price);
		}
		for (const { from, to } of barsOfSession(timeframe, matrix.slots)) {
			if (from >= elapsed) continue;
			const until = Math.min(to, elapsed);
			closed = until === to;
			q.push(clockVariance(clock, from, until));
			end.push(open + until * 900_000);
			for (let row = 0; row < ROWS; row++) {
				const price = priceIn({ ...sessions[session], matrix } as RandomSession, row, from, until);
				close.push(price);
				x.push(Math.log(price) + shift[row]!);
			}
		}
	});
	return { close, x, q, end, closed };
}

describe('the grid of closes', () => {
	it('holds of every bar its last traded close by what had elapsed, its clock and its end, without splits and dividends', () => {
		const rounded = (values: Iterable<number>): number[] => Array.from(values, (value) => Math.round(value * 1e9) / 1e9);
		for (let seed = 0; seed < 25; seed++) {
			const random = createRandom(seed);
			const sessions = Array.from({ length: 6 }, (_, session) => randomSession(random, session, session === 5));
			const { grids, addSession } = createCloseGrids(ROWS, [0, 2, 3, 4], PARAMETERS_V1.clock);
			for (const { matrix, open, elapsed, splits, dividends } of sessions) addSession(matrix, open, elapsed, { splits, dividends });
			for (const grid of grids) {
				const expected = plainly(sessions, grid.timeframe, PARAMETERS_V1.clock);
				expect([grid.bars, grid.closed, grid.rows]).toEqual([expected.q.length, expected.closed, ROWS]);
				expect([...grid.close.subarray(0, grid.bars * ROWS)]).toEqual(expected.close);
				expect(rounded(grid.x.subarray(0, grid.bars * ROWS))).toEqual(rounded(expected.x));
				expect([...grid.q.subarray(0, grid.bars)]).toEqual(expected.q);
				expect([...grid.end.subarray(0, grid.bars)]).toEqual(expected.end);
			}
		}
	});

	it('of no session is empty and closed', () => {
		expect(createCloseGrids(2, [4], PARAMETERS_V1.clock).grids).toMatchObject([{ timeframe: 4, rows: 2, bars: 0, closed: true }]);
	});
});
