import { winsorised } from '../../statistics/moments.ts';
import { FULL_SLOTS } from '../../time/slots.ts';
import type { WalkMatrix } from '../walk/forward-walk.ts';
import { spread } from './replication.ts';

interface Day {
	readonly date: string;
	readonly value: number;
}

export interface HalfHourSorts {
	/** What the losers of a day up to 15:30 earned more than its winners until the close. */
	readonly reversal: readonly Day[];
	/** What the winners of a half-hour earned more than its losers in the same half-hour of the next session; mean of a day. */
	readonly continuation: readonly Day[];
}

const HALF_HOURS = FULL_SLOTS / 2;
/** Quarter-hours of a session in which a ticker has to trade: the price of one that trades less is old. */
const LEAST_TRADED = 20;

/**
 * Sorts tickers by parts of each whole session, given in order; shorter ones are left out. `before`: last prices before the session on its share basis.
 */
export function createHalfHourSorts(rows: number, isSorted: (row: number) => boolean) {
	const found = { reversal: [] as Day[], continuation: [] as Day[] };
	let earlier: Float64Array | null = null;
	return {
		found: found as HalfHourSorts,
		add: (date: string, matrix: WalkMatrix, before: Float64Array): void => {
			if (matrix.slots !== FULL_SLOTS) {
				earlier = null;
				return;
			}
			const moves = halfHourMoves(matrix, isSorted);
			const all = Array.from({ length: rows }, (_, row) => row).filter((row) => !Number.isNaN(moves[row]!));
			const last = (HALF_HOURS - 1) * rows;
			const known = all.filter((row) => before[row]! > 0);
			const soFar = known.map((row) => winsorised(logOf(matrix, FULL_SLOTS - 3, row) - Math.log(before[row]!)));
			add(
				found.reversal,
				date,
				spread(
					soFar,
					known.map((row) => moves[last + row]!),
				),
			);
			if (earlier) {
				const past = earlier;
				const both = all.filter((row) => !Number.isNaN(past[row]!));
				const values = Array.from({ length: HALF_HOURS }, (_, h) => {
					const at = (list: Float64Array): number[] => both.map((row) => list[h * rows + row]!);
					return -spread(at(past), at(moves));
				});
				add(found.continuation, date, values.reduce((sum, value) => sum + value, 0) / HALF_HOURS);
			}
			earlier = moves;
		},
	};
}

/** Log returns by half-hour and row, from the last price before it; NaN in all half-hours of rows that aren't sorted. */
function halfHourMoves(matrix: WalkMatrix, isSorted: (row: number) => boolean): Float64Array {
	const { rows, open, close } = matrix;
	const moves = new Float64Array(HALF_HOURS * rows).fill(Number.NaN);
	for (let row = 0; row < rows; row++) {
		if (!isSorted(row)) continue;
		let traded = 0;
		for (let slot = 0; slot < FULL_SLOTS; slot++) if (close[slot * rows + row]! > 0) traded++;
		if (traded < LEAST_TRADED || !(open[row]! > 0)) continue;
		let price = Math.log(open[row]!);
		for (let h = 0; h < HALF_HOURS; h++) {
			const now = logOf(matrix, 2 * h + 1, row);
			moves[h * rows + row] = winsorised(now - price);
			price = now;
		}
	}
	return moves;
}

/** Log of the last price at the end of a slot. */
function logOf({ rows, close }: WalkMatrix, slot: number, row: number): number {
	for (let at = slot; at >= 0; at--) if (close[at * rows + row]! > 0) return Math.log(close[at * rows + row]!);
	return Number.NaN;
}

function add(days: Day[], date: string, value: number): void {
	if (!Number.isNaN(value)) days.push({ date, value });
}
