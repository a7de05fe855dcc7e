import { expect, it } from 'vitest';
import { openMarketRows } from '../../market/window/market-rows.ts';
import type { RowSplit } from '../../market/window/price-window.ts';
import { createMatrix, sessions, tickers } from '../../market/window/testing/fixture.ts';
import { createExcessMoves } from './after-spikes.ts';

/** All rows' moves over one session, beside the middle of their tier. */
async function readMoves(read: ReturnType<typeof createExcessMoves>): Promise<number[]> {
	const closed = read();
	const moves: number[] = [];
	for (const row of tickers.keys()) {
		const excess = await closed.createExcess(row, 1);
		moves.push(...closed.closes.map((_, session) => excess(session)));
	}
	return moves;
}

function fillRows(rows: ReturnType<typeof openMarketRows>, splits: readonly RowSplit[]): void {
	rows.reset(tickers);
	sessions.forEach((session, at) => {
		rows.pendingRows().prices.open(session, createMatrix(at, session.slots, session.slots), at === 3 ? splits : [], session.slots);
	});
	rows.show();
}

it('finds the middle of a tier again when the window was renewed, as after a decided split', async () => {
	const splits = [0, 1, 2, 3].map((row) => ({ row, ratio: 2 }));
	const rows = openMarketRows(tickers);
	fillRows(rows, []);
	const read = createExcessMoves(rows.prices, rows.directory);
	const before = await readMoves(read);
	fillRows(rows, splits);
	const cold = openMarketRows(tickers);
	fillRows(cold, splits);
	const after = await readMoves(read);
	expect(after).toEqual(await readMoves(createExcessMoves(cold.prices, cold.directory)));
	expect(after).not.toEqual(before);
});
