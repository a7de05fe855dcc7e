import type { SessionAdjustments } from '../../signals/engine/engine-session.ts';
import { createEdgeSpreads } from '../../statistics/edge-spread.ts';
import type { Session } from '../../time/calendar.ts';
import { SPREAD_SESSIONS } from './costs.ts';
import type { WalkMatrix } from './forward-walk.ts';

/** Spreads of all rows over the SPREAD_SESSIONS sessions before a session. */
export interface SpreadWindow {
	/** Ordinal of the session that can be added next: the spreads are those known before it. */
	readonly next: number;
	/** Adds the bars of the session `next`. `adjustments`: splits and dividends that take effect in this session. */
	add(session: Pick<Session, 'slots'>, matrix: WalkMatrix, adjustments: SessionAdjustments): void;
	/** Returns the spread of each row; NaN if it can't be estimated. */
	spreads(): Float32Array;
}

/** Creates a window without sessions. `first`: ordinal of the first session to add. */
export function createSpreadWindow(rows: number, first: number): SpreadWindow {
	const edge = createEdgeSpreads(rows, SPREAD_SESSIONS);
	const lastCloses = new Float64Array(rows).fill(Number.NaN);
	let next = first;
	return {
		get next() {
			return next;
		},
		add: ({ slots }, matrix, { splits = [], dividends = [] }) => {
			edge.startSession();
			for (const { row, ratio } of splits) {
				edge.shiftPrices(row, -Math.log(ratio));
				lastCloses[row] = lastCloses[row]! / ratio;
			}
			for (const { row, amount } of dividends) {
				const factor = 1 - amount / lastCloses[row]!;
				if (factor > 0) edge.shiftPrices(row, Math.log(factor));
			}
			for (let slot = 0; slot < slots; slot++) addSlot(matrix, slot);
			next++;
		},
		spreads: () => {
			const spreads = new Float32Array(rows);
			for (let row = 0; row < rows; row++) spreads[row] = edge.estimateSpread(row);
			return spreads;
		},
	};

	function addSlot({ open, high, low, close, volume }: WalkMatrix, slot: number): void {
		for (let row = 0; row < rows; row++) {
			const cell = slot * rows + row;
			const price = close[cell]!;
			if (!(volume[cell]! > 0) || !(price > 0)) continue;
			lastCloses[row] = price;
			const bar = { open: Math.log(open[cell]!), high: Math.log(high[cell]!), low: Math.log(low[cell]!), close: Math.log(price) };
			if (Number.isFinite(bar.open + bar.high + bar.low)) edge.addBar(row, bar);
		}
	}
}
