/** Random markets with every event that a real market sends to an engine; for tests only. */
import { createSessionMatrix, type SessionMatrix } from '../../../prices/session-matrix.ts';
import { nyse, type Session } from '../../../time/calendar.ts';
import { exchangeDate } from '../../../time/units.ts';
import type { ReferenceHistory } from '../../definition/reference/reference-report.ts';
import { PARAMETERS_V1, type ParameterSet } from '../../parameters.ts';
import type { RowSession, SessionAdjustments } from '../engine-session.ts';

/** Small windows, so that every rule is reached within two weeks. */
export const SMALL: ParameterSet = {
	...PARAMETERS_V1,
	windowBars: [14, 9, 8, 6, 5],
	moveBars: [5, 4, 3, 2, 2],
	daily: { sessions: 6, least: 3 },
	squeeze: { ...PARAMETERS_V1.squeeze, recent: 4 },
};

export function randomOf(seed: number): () => number {
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

const KINDS = [
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
export function randomMarket(seed: number, rows: number, sessions: number, halts = true, from = '2024-11-18'): RandomMarket {
	const random = randomOf(seed);
	const roll = (p: number) => random() < p;
	const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
	const first = nyse.sessionsBetween(exchangeDate(from), exchangeDate('2026-12-31')).slice(0, sessions);
	const kinds = Array.from({ length: rows }, (_, row) => KINDS[(row + seed) % KINDS.length] as (typeof KINDS)[number]);
	const price = kinds.map(() => 0.5 + 80 * random());
	const size = kinds.map((kind) => (kind === 'thin' ? 40 : 3000 * random() + 100));
	const starts = kinds.map((kind) => (kind === 'late' ? Math.floor(random() * sessions * 0.6) : 0));
	const days = first.map((session, day): MarketDay => {
		const matrix = createSessionMatrix(session.slots, rows);
		const nothing = (): Float32Array => new Float32Array(rows).fill(Number.NaN);
		const daily = { open: nothing(), high: nothing(), low: nothing(), close: nothing(), volume: new Float64Array(rows) };
		const optionDay = { calls: nothing(), puts: nothing() };
		const splits: { row: number; ratio: number }[] = [];
		const dividends: { row: number; amount: number }[] = [];
		const dismissed: number[] = [];
		const halted = new Uint8Array(session.slots * rows);
		kinds.forEach((kind, row) => {
			if (day < starts[row]!) return;
			// Totals of the previous session, occasionally together with contracts per slot.
			if (kind === 'evening' && day > 0 && !roll(0.1)) {
				optionDay.calls[row] = roll(0.05) ? -1 : Math.floor(random() * 900);
				optionDay.puts[row] = Math.floor(random() * 700);
			}
			if ((kind === 'splitting' && roll(0.15)) || (kind === 'evening' && roll(0.07))) {
				const ratio = [2, 4, 1.5, 0.1][Math.floor(random() * 4)]!;
				splits.push({ row, ratio });
				price[row] = price[row]! / ratio;
			}
			if (kind !== 'jumping' && roll(0.06)) dividends.push({ row, amount: 0.05 + random() * 0.5 });
			if (kind === 'jumping' && roll(0.12)) {
				price[row] = price[row]! * (roll(0.5) ? 2.1 : 0.4);
				if (roll(0.5)) dismissed.push(row);
			}
			const onlyDaily = kind === 'daily' && roll(0.4);
			const silent = roll(0.03);
			if (kind === 'halting' && roll(0.3)) {
				const begin = Math.floor(random() * session.slots);
				for (let slot = begin; slot < Math.min(session.slots, begin + 1 + random() * 6); slot++) halted[slot * rows + row] = 1;
			}
			const optionGap = roll(0.1);
			let open = price[row]!;
			for (let slot = 0; slot < session.slots; slot++) {
				const at = slot * rows + row;
				const begin = price[row]!;
				const moved = kind === 'constant' && roll(0.9) ? begin : begin * Math.exp(normal() * (slot === 0 ? 0.012 : 0.004));
				const close = Math.max(0.01, Math.round(moved * 100) / 100);
				price[row] = close;
				const traded =
					!(silent || onlyDaily) && roll(kind === 'thin' ? 0.6 : kind === 'hostile' ? 0.8 : 0.97) && !(roll(0.7) && halted[at] === 1);
				const bySlot = kind === 'evening' ? day % 7 === 5 : ['optioned', 'splitting', 'halting', 'liquid', 'hostile'].includes(kind);
				if (bySlot && !(optionGap && roll(0.3))) {
					matrix.calls[at] = roll(0.1) ? 0 : Math.floor(random() * 60);
					matrix.puts[at] = roll(0.1) ? 0 : Math.floor(random() * 50);
				}
				if (!traded) {
					if (kind === 'hostile' && roll(0.5)) {
						matrix.close[at] = [Number.NaN, -1, 0, Number.POSITIVE_INFINITY, 5][Math.floor(random() * 5)]!;
						matrix.volume[at] = [Number.NaN, -1, 0, Number.POSITIVE_INFINITY][Math.floor(random() * 4)]!;
					}
					continue;
				}
				if (slot === 0) open = begin;
				matrix.open[at] = begin;
				matrix.high[at] = Math.max(begin, close) * (1 + 0.002 * random());
				matrix.low[at] = Math.min(begin, close) * (1 - 0.002 * random());
				matrix.close[at] = close;
				matrix.volume[at] = kind === 'index' ? 0 : Math.ceil(size[row]! * random() * random());
			}
			if (onlyDaily && !silent) {
				const close = price[row]!;
				daily.open[row] = open;
				daily.high[row] = Math.max(open, close) * 1.01;
				daily.low[row] = Math.min(open, close) * 0.99;
				daily.close[row] = close;
				daily.volume[row] = Math.ceil(size[row]! * 26 * random());
			}
		});
		return {
			session,
			matrix: { ...matrix, daily, optionDay, halted: halts ? halted : null },
			adjustments: { splits, dividends, dismissed },
		};
	});
	return { rows, days, isIndex: Uint8Array.from(kinds, (kind) => (kind === 'index' ? 1 : 0)) };
}

/** Copies one row of a matrix into a matrix of one row. */
export function rowOf(matrix: SessionMatrix, row: number): SessionMatrix {
	const single = createSessionMatrix(matrix.slots, 1);
	for (let slot = 0; slot < matrix.slots; slot++) {
		for (const key of ['open', 'high', 'low', 'close', 'volume', 'calls', 'puts'] as const)
			single[key][slot] = matrix[key][slot * matrix.rows + row]!;
	}
	if (matrix.halted) single.halted = matrix.halted.filter((_, cell) => cell % matrix.rows === row);
	const { daily, optionDay } = matrix;
	if (optionDay) single.optionDay = { calls: optionDay.calls.slice(row, row + 1), puts: optionDay.puts.slice(row, row + 1) };
	if (!daily) return single;
	const day = {
		open: new Float32Array(1),
		high: new Float32Array(1),
		low: new Float32Array(1),
		close: new Float32Array(1),
		volume: new Float64Array(1),
	};
	for (const key of ['open', 'high', 'low', 'close', 'volume'] as const) day[key][0] = daily[key][row]!;
	return { ...single, daily: day };
}

/** Returns a row's sessions, as input of the reference implementation and of rebuildRow. */
export function rowSessions({ days }: RandomMarket, row: number): RowSession[] {
	return days.map(({ session, matrix, adjustments }) => ({
		date: session.date,
		matrix: rowOf(matrix, row),
		split: adjustments.splits.find((split) => split.row === row)?.ratio,
		dividend: adjustments.dividends.find((dividend) => dividend.row === row)?.amount,
		dismissed: adjustments.dismissed.includes(row),
	}));
}

export function referenceHistory(market: RandomMarket, row: number): ReferenceHistory {
	return {
		sessions: rowSessions(market, row),
		isIndex: market.isIndex[row] === 1,
	};
}
