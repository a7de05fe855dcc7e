import { ALL_TICKERS, POST } from '@sw/domain/prices/blocks';
import type { Ticker } from '@sw/domain/prices/ticker';
import type { Session } from '@sw/domain/time/calendar';
import { HOUR, type UtcMs, utcMs } from '@sw/domain/time/units';
import { expect, it } from 'vitest';
import { areSameRows, openMarketRows, type Rows } from './market-rows.ts';
import type { RowSplit } from './price-window.ts';
import { addExtendedTrades, createMatrix, NOW, SLOT, sessions, tickers } from './testing/fixture.ts';

const COUNTED = (Math.floor(NOW / HOUR) * HOUR) as UtcMs;

interface Read {
	tickers?: readonly Ticker[];
	/** From and to which session, and how many slots of the last. */
	from?: number;
	to?: number;
	elapsed?: number;
	splits?: readonly RowSplit[];
	mentions?: number;
	outside?: number;
}

/** Rows as they are read of a store that holds the fixture's market. */
function readRows(read: Read = {}): Rows {
	const { from = 0, to = sessions.length, elapsed = SLOT + 1, splits = [], mentions = 3, outside = 500 } = read;
	const rows = openMarketRows(read.tickers ?? tickers).pendingRows();
	for (const [at, session] of sessions.entries()) {
		if (at < from || at >= to) continue;
		const filled = at === sessions.length - 1 ? elapsed : session.slots;
		rows.prices.open(session, createMatrix(at, session.slots, filled), at === to - 1 ? splits : [], filled);
	}
	addExtendedTrades(rows.prices, sessions[2] as (typeof sessions)[number], [[1, POST, 0, outside]]);
	const seconds = (COUNTED - HOUR) / 1000;
	const one = <A>(column: { from(values: number[]): A }, value: number): A => column.from([value]);
	rows.attention.add(
		{
			count: 1,
			tickerId: one(Uint32Array, 20),
			time: one(Uint32Array, seconds),
			source: one(Uint8Array, 0),
			mentions: one(Uint32Array, mentions),
			retweets: one(Uint32Array, 0),
			authors: one(Int32Array, -1),
			spans: [{ tickerId: ALL_TICKERS, source: 0, from: seconds, to: seconds + HOUR / 1000, counter: 1 }],
		},
		utcMs(COUNTED - HOUR),
		COUNTED,
	);
	return rows;
}

it('rows that are read again are the same, also where the market has gone on', () => {
	expect(areSameRows(readRows(), readRows())).toBe(true);
	expect(areSameRows(readRows({ elapsed: 3 }), readRows())).toBe(true);
	expect(areSameRows(readRows({ to: sessions.length - 1 }), readRows())).toBe(true);
});

it('a split of a session that has come since moves the shares', () => {
	const before = readRows({ to: sessions.length - 1 });
	const splits = [{ row: 0, ratio: 2 }];
	const [one, ...rest] = tickers as [Ticker, ...Ticker[]];
	const moved = [{ ...one, shares: 2 * (one.shares as number) }, ...rest];
	expect(areSameRows(before, readRows({ splits, tickers: moved }))).toBe(true);
	expect(areSameRows(before, readRows({ splits }))).toBe(false);
});

it('what was traded outside of regular hours since comes by itself, what was corrected does not', () => {
	const before = readRows();
	const [newest, old] = [sessions.at(-1), sessions[3]] as [Session, Session];
	const later = readRows();
	addExtendedTrades(later.prices, newest, [[1, POST, 0, 100]]);
	expect(areSameRows(before, later)).toBe(true);
	const corrected = readRows();
	addExtendedTrades(corrected.prices, old, [[1, POST, 0, 100]]);
	expect([areSameRows(before, corrected), areSameRows(corrected, before)]).toEqual([false, false]);
});

const [first, ...rest] = tickers as [Ticker, ...Ticker[]];
const OTHERS: Readonly<Record<string, Read>> = {
	'fewer sessions': { from: 1 },
	'sessions that are gone': { to: sessions.length - 1 },
	'fewer slots': { elapsed: SLOT },
	'a split': { splits: [{ row: 2, ratio: 2 }] },
	'shares on another basis': { tickers: [{ ...first, shares: 1 }, ...rest] },
	'another name': { tickers: [{ ...first, name: 'Alpha' }, ...rest] },
	'a ticker less': { tickers: rest },
	'another count of mentions': { mentions: 4 },
	'other volumes outside of regular hours': { outside: 501 },
};
it.each(Object.entries(OTHERS))('%s is another market', (_what, read) => {
	expect(areSameRows(readRows(), readRows(read))).toBe(false);
});

it.each(['open', 'high', 'low', 'close', 'volume', 'calls', 'puts'] as const)('a corrected %s is another market', (column) => {
	const corrected = readRows();
	const { matrix } = corrected.prices.sessions.at(-1) as Rows['prices']['sessions'][number];
	if (matrix) matrix[column][tickers.length + 1] = 7;
	expect(areSameRows(readRows(), corrected)).toBe(false);
	// Rows that have not come yet belong to no ticker.
	const later = readRows();
	const running = later.prices.sessions.at(-1)?.matrix;
	if (running) running[column][(SLOT + 1) * tickers.length] = 7;
	expect(areSameRows(readRows(), later)).toBe(true);
});

it('a corrected day of long ago is another market', () => {
	const corrected = readRows();
	const { day } = corrected.prices.sessions[0] as Rows['prices']['sessions'][number];
	if (day) day.close[3] = 7;
	expect(areSameRows(readRows(), corrected)).toBe(false);
});

it('nothing is shown: nothing is the same', () => {
	expect(areSameRows(openMarketRows(tickers).pendingRows(), readRows())).toBe(false);
});
