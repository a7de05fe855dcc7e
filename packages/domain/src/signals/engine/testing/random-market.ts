/** Random markets with every event that a real market sends to an engine; for tests only. */
import { createSessionMatrix, type SessionMatrix } from '../../../prices/session-matrix.ts';
import { nyse, type Session } from '../../../time/calendar.ts';
import { exchangeDate } from '../../../time/units.ts';
import type { ReferenceHistory } from '../../definition/reference/reference-report.ts';
import { PARAMETERS_V1, type ParameterSet } from '../../parameters.ts';
import type { RowSession, SessionAdjustments } from '../engine-session.ts';

/** Small windows, so that every rule is reached within two weeks. */
export const SMALL_WINDOWS: ParameterSet = {
	...PARAMETERS_V1,
	windowBars: [14, 9, 8, 6, 5],
	moveBars: [5, 4, 3, 2, 2],
	daily: { sessions: 6, least: 3 },
	squeeze: { ...PARAMETERS_V1.squeeze, recent: 4 },
};

export function createUniformRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	};
}

export interface MarketDay {
	session: Session;
	matrix: SessionMatrix;
	adjustments: Required<SessionAdjustments>;
}

export interface RandomMarket {
	rows: number;
	days: MarketDay[];
	isIndex: Uint8Array;
}

const TICKER_KINDS = [
	'liquid',
	'liquid',
	'thin',
	'constant',
	'optioned',
	'late',
	'daily',
	'index',
	'hostile',
	'halting',
	'jumping',
	'splitting',
	'evening',
] as const;

/** Creates a market with consecutive sessions and, optionally, halts. The default dates include early closes on 29 November and 24 December. */
export function createRandomMarket(
	seed: number,
	rows: number,
	sessionCount: number,
	hasHalts = true,
	firstDate = '2024-11-18',
): RandomMarket {
	const random = createUniformRandom(seed);
	const roll = (p: number) => random() < p;
	const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
	const calendarSessions = nyse.sessionsBetween(exchangeDate(firstDate), exchangeDate('2026-12-31')).slice(0, sessionCount);
	const kinds = Array.from({ length: rows }, (_, row) => TICKER_KINDS[(row + seed) % TICKER_KINDS.length] as (typeof TICKER_KINDS)[number]);
	const prices = kinds.map(() => 0.5 + 80 * random());
	const volumeScales = kinds.map((kind) => (kind === 'thin' ? 40 : 3000 * random() + 100));
	const startDays = kinds.map((kind) => (kind === 'late' ? Math.floor(random() * sessionCount * 0.6) : 0));
	const days = calendarSessions.map((session, day): MarketDay => {
		const matrix = createSessionMatrix(session.slots, rows);
		const createEmptyColumn = (): Float32Array => new Float32Array(rows).fill(Number.NaN);
		const daily = {
			open: createEmptyColumn(),
			high: createEmptyColumn(),
			low: createEmptyColumn(),
			close: createEmptyColumn(),
			volume: new Float64Array(rows),
		};
		const optionDay = { calls: createEmptyColumn(), puts: createEmptyColumn() };
		const splits: { row: number; ratio: number }[] = [];
		const dividends: { row: number; amount: number }[] = [];
		const dismissed: number[] = [];
		const halted = new Uint8Array(session.slots * rows);
		kinds.forEach((kind, row) => {
			if (day < startDays[row]!) return;
			// Totals of the previous session, occasionally together with contracts per slot.
			if (kind === 'evening' && day > 0 && !roll(0.1)) {
				optionDay.calls[row] = roll(0.05) ? -1 : Math.floor(random() * 900);
				optionDay.puts[row] = Math.floor(random() * 700);
			}
			if ((kind === 'splitting' && roll(0.15)) || (kind === 'evening' && roll(0.07))) {
				const ratio = [2, 4, 1.5, 0.1][Math.floor(random() * 4)]!;
				splits.push({ row, ratio });
				prices[row] = prices[row]! / ratio;
			}
			if (kind !== 'jumping' && roll(0.06)) dividends.push({ row, amount: 0.05 + random() * 0.5 });
			if (kind === 'jumping' && roll(0.12)) {
				prices[row] = prices[row]! * (roll(0.5) ? 2.1 : 0.4);
				if (roll(0.5)) dismissed.push(row);
			}
			const hasOnlyDailyBar = kind === 'daily' && roll(0.4);
			const hasNoTrades = roll(0.03);
			if (kind === 'halting' && roll(0.3)) {
				const haltStart = Math.floor(random() * session.slots);
				for (let slot = haltStart; slot < Math.min(session.slots, haltStart + 1 + random() * 6); slot++) halted[slot * rows + row] = 1;
			}
			const hasOptionGap = roll(0.1);
			let sessionOpen = prices[row]!;
			for (let slot = 0; slot < session.slots; slot++) {
				const at = slot * rows + row;
				const openPrice = prices[row]!;
				const movedPrice = kind === 'constant' && roll(0.9) ? openPrice : openPrice * Math.exp(normal() * (slot === 0 ? 0.012 : 0.004));
				const close = Math.max(0.01, Math.round(movedPrice * 100) / 100);
				prices[row] = close;
				const isTraded =
					!(hasNoTrades || hasOnlyDailyBar) &&
					roll(kind === 'thin' ? 0.6 : kind === 'hostile' ? 0.8 : 0.97) &&
					!(roll(0.7) && halted[at] === 1);
				const hasSlotContracts =
					kind === 'evening' ? day % 7 === 5 : ['optioned', 'splitting', 'halting', 'liquid', 'hostile'].includes(kind);
				if (hasSlotContracts && !(hasOptionGap && roll(0.3))) {
					matrix.calls[at] = roll(0.1) ? 0 : Math.floor(random() * 60);
					matrix.puts[at] = roll(0.1) ? 0 : Math.floor(random() * 50);
				}
				if (!isTraded) {
					if (kind === 'hostile' && roll(0.5)) {
						matrix.close[at] = [Number.NaN, -1, 0, Number.POSITIVE_INFINITY, 5][Math.floor(random() * 5)]!;
						matrix.volume[at] = [Number.NaN, -1, 0, Number.POSITIVE_INFINITY][Math.floor(random() * 4)]!;
					}
					continue;
				}
				if (slot === 0) sessionOpen = openPrice;
				matrix.open[at] = openPrice;
				matrix.high[at] = Math.max(openPrice, close) * (1 + 0.002 * random());
				matrix.low[at] = Math.min(openPrice, close) * (1 - 0.002 * random());
				matrix.close[at] = close;
				matrix.volume[at] = kind === 'index' ? 0 : Math.ceil(volumeScales[row]! * random() * random());
			}
			if (hasOnlyDailyBar && !hasNoTrades) {
				const close = prices[row]!;
				daily.open[row] = sessionOpen;
				daily.high[row] = Math.max(sessionOpen, close) * 1.01;
				daily.low[row] = Math.min(sessionOpen, close) * 0.99;
				daily.close[row] = close;
				daily.volume[row] = Math.ceil(volumeScales[row]! * 26 * random());
			}
		});
		return {
			session,
			matrix: { ...matrix, daily, optionDay, halted: hasHalts ? halted : null },
			adjustments: { splits, dividends, dismissed },
		};
	});
	return { rows, days, isIndex: Uint8Array.from(kinds, (kind) => (kind === 'index' ? 1 : 0)) };
}

/** Copies one row of a matrix into a matrix of one row. */
export function extractRow(matrix: SessionMatrix, row: number): SessionMatrix {
	const singleRow = createSessionMatrix(matrix.slots, 1);
	for (let slot = 0; slot < matrix.slots; slot++) {
		for (const key of ['open', 'high', 'low', 'close', 'volume', 'calls', 'puts'] as const)
			singleRow[key][slot] = matrix[key][slot * matrix.rows + row]!;
	}
	if (matrix.halted) singleRow.halted = matrix.halted.filter((_, cell) => cell % matrix.rows === row);
	const { daily, optionDay } = matrix;
	if (optionDay) singleRow.optionDay = { calls: optionDay.calls.slice(row, row + 1), puts: optionDay.puts.slice(row, row + 1) };
	if (!daily) return singleRow;
	const dailyBar = {
		open: new Float32Array(1),
		high: new Float32Array(1),
		low: new Float32Array(1),
		close: new Float32Array(1),
		volume: new Float64Array(1),
	};
	for (const key of ['open', 'high', 'low', 'close', 'volume'] as const) dailyBar[key][0] = daily[key][row]!;
	return { ...singleRow, daily: dailyBar };
}

/** Returns a row's sessions, as input of the reference implementation and of rebuildRow. */
export function createRowSessions({ days }: RandomMarket, row: number): RowSession[] {
	return days.map(({ session, matrix, adjustments }) => ({
		date: session.date,
		matrix: extractRow(matrix, row),
		split: adjustments.splits.find((split) => split.row === row)?.ratio,
		dividend: adjustments.dividends.find((dividend) => dividend.row === row)?.amount,
		dismissed: adjustments.dismissed.includes(row),
	}));
}

export function createReferenceHistory(market: RandomMarket, row: number): ReferenceHistory {
	return {
		sessions: createRowSessions(market, row),
		isIndex: market.isIndex[row] === 1,
	};
}
