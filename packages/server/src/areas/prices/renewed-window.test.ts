import { createSessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Ticker } from '@sw/domain/prices/ticker';
import { TOP_INTERVALS, TOPS } from '@sw/domain/prices/top-lists';
import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate, tickerId } from '@sw/domain/time/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MarketRows, openMarketRows } from '../../market/window/market-rows.ts';
import { NOW, SLOT, SOURCE } from '../../market/window/testing/fixture.ts';
import { createTopSource } from '../../market/window/top-source.ts';
import { createSparklines } from './handlers.ts';
import { createAnalysis } from './reads-handlers.ts';
import { createTopTables } from './top-tables.ts';

const CATEGORIES = TOPS.map(({ name }) => name);
const sessions = nyse.sessionsBetween(exchangeDate('2024-04-26'), exchangeDate('2024-05-01'));

/** What is stored of the market. */
interface Stored {
	tickers: Ticker[];
	/** Price and volume of a ticker are multiples of its own factor, so that rows of different tickers never look alike. */
	factors: Map<number, number>;
	split: { id: number; ratio: number } | undefined;
}

type Change = { do: 'import'; id: number } | { do: 'correct' | 'rename' | 'split'; pick: number };

function apply(stored: Stored, change: Change): void {
	if (change.do === 'import') {
		if (stored.factors.has(change.id)) return;
		stored.tickers = [...stored.tickers, tickerOf(change.id)].sort((a, b) => a.id - b.id);
		stored.factors.set(change.id, change.id);
		return;
	}
	const ticker = stored.tickers[change.pick % stored.tickers.length] as Ticker;
	if (change.do === 'correct') stored.factors.set(ticker.id, (stored.factors.get(ticker.id) as number) * 1.5);
	if (change.do === 'split') stored.split = { id: ticker.id, ratio: 2 };
	if (change.do === 'rename') stored.tickers = stored.tickers.map((t) => (t === ticker ? { ...t, symbol: `${t.symbol}X` } : t));
}

function tickerOf(id: number): Ticker {
	return {
		id: tickerId(id),
		symbol: `S${id}`,
		name: `Company ${id}`,
		type: 'stocks',
		industry: null,
		shares: 1e6 * id,
		listed: null,
		delisted: null,
	};
}

/** Fills the rows as a market that starts on the stored data does. */
function fill(rows: MarketRows, { tickers, factors, split }: Stored): void {
	rows.reset(tickers);
	const { prices } = rows.pendingRows();
	sessions.forEach((session, at) => {
		const isLast = at === sessions.length - 1;
		const filled = isLast ? SLOT + 1 : session.slots;
		const matrix = createSessionMatrix(session.slots, tickers.length);
		for (let slot = 0; slot < filled; slot++) {
			tickers.forEach(({ id }, row) => {
				const cell = slot * tickers.length + row;
				const price = (factors.get(id) as number) * (10 + Math.sin(id + slot + at));
				for (const field of ['open', 'high', 'low', 'close'] as const) matrix[field][cell] = price;
				matrix.volume[cell] = (factors.get(id) as number) * (slot + 1);
			});
		}
		const row = tickers.findIndex(({ id }) => id === split?.id);
		prices.open(session, matrix, isLast && split && row !== -1 ? [{ row, ratio: split.ratio }] : [], filled);
	});
	rows.show();
}

/** Everything that a reader gets of the top tables. */
async function readAll({ directory, prices }: MarketRows, kept?: ReturnType<typeof tablesOf>): Promise<unknown> {
	const { tables, analysis, sparklines } = kept ?? tablesOf({ directory, prices });
	const answers: unknown[] = [];
	for (const category of CATEGORIES) {
		for (const interval of TOP_INTERVALS) answers.push(tables.answer({ category, interval, size: 20 }));
		answers.push(await analysis.buildAllTables({ category, type: 'stocks', size: 20 }));
	}
	answers.push(analysis.buildRealTimeTables([...CATEGORIES]), sparklines({ size: 20 }));
	return JSON.parse(JSON.stringify(answers));
}

function tablesOf({ directory, prices }: Pick<MarketRows, 'directory' | 'prices'>) {
	const parts = { directory, prices, tops: createTopSource(prices, directory, nyse), source: SOURCE, now: () => NOW };
	const tables = createTopTables(parts);
	return { tables, analysis: createAnalysis(parts), sparklines: createSparklines(parts, tables.table) };
}

const change: fc.Arbitrary<Change> = fc.oneof(
	fc.record({ do: fc.constant('import' as const), id: fc.integer({ min: 1, max: 60 }) }),
	fc.record({ do: fc.constantFrom('correct' as const, 'rename' as const, 'split' as const), pick: fc.nat(60) }),
);

describe('tables over a renewed window', () => {
	it('equal those of a process that has just started, after any imports, corrections, splits and renames', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
				const stored: Stored = { tickers: [], factors: new Map(), split: undefined };
				for (const id of [10, 20, 30]) apply(stored, { do: 'import', id });
				const rows = openMarketRows(stored.tickers);
				const kept = tablesOf(rows);
				fill(rows, stored);
				await readAll(rows, kept);
				for (const each of changes) {
					apply(stored, each);
					fill(rows, stored);
					const cold = openMarketRows(stored.tickers);
					fill(cold, stored);
					expect(await readAll(rows, kept)).toEqual(await readAll(cold));
				}
			}),
			{ numRuns: 8 },
		);
	});
});
