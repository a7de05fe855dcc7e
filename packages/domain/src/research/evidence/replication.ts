import { winsorised } from '../../statistics/moments.ts';
import type { DailyPanel, LogPanel } from './daily-panel.ts';
import { NOT_ELIGIBLE } from './liquidity-tiers.ts';

/** Daily bars of a market, prepared as for the evidence. */
export interface DailyMarket {
	readonly panel: DailyPanel;
	readonly logs: LogPanel;
	/** NOT_ELIGIBLE where a row isn't traded enough. */
	readonly tiers: Int8Array;
}

const WEEK = 5;
const MONTH = 21;
/** Months before that a month's volume is compared with. */
const USUAL = 3;
/** Share of tickers in each outer group. */
const OUTER = 0.2;
/** With fewer tickers a sort says nothing. */
const LEAST = 50;

/** A week's return, split into what happened between open and close and what happened overnight. */
export interface SplitReturns {
	readonly intraday: number[];
	readonly overnight: number[];
}

/**
 * What losers of a week earned more than winners in the next one, week by week without overlap, sorted by the week's moves from open to close and by
 * its moves overnight: a positive mean is a reversal.
 */
export function weeklyReversals({ panel, logs, tiers }: DailyMarket): SplitReturns {
	const found: SplitReturns = { intraday: [], overnight: [] };
	const sessions = panel.dates.length;
	for (let s = WEEK; s + WEEK < sessions; s += WEEK) {
		const rows = eligibleRows({ panel, logs, tiers }, s, WEEK);
		const next = rows.map((row) => earned(logs, row * sessions + s, WEEK));
		const intraday = rows.map((row) => sumOf(WEEK, (back) => difference(logs.close, logs.open, row * sessions + s - back, 0)));
		const overnight = rows.map((row) => sumOf(WEEK, (back) => difference(logs.open, logs.close, row * sessions + s - back, 1)));
		add(found.intraday, spread(intraday, next));
		add(found.overnight, spread(overnight, next));
	}
	return found;
}

/** What losers of a month earned more than winners in the next one, among tickers of unusually low and of unusually high volume. */
export function monthlyReversals({ panel, logs, tiers }: DailyMarket): { low: number[]; high: number[] } {
	const found = { low: [] as number[], high: [] as number[] };
	const sessions = panel.dates.length;
	for (let s = (USUAL + 1) * MONTH; s + MONTH < sessions; s += MONTH) {
		const rows = eligibleRows({ panel, logs, tiers }, s, MONTH);
		const volume = rows.map((row) => relativeVolume(panel, row * sessions + s));
		const order = rows.map((_, i) => i).sort((a, b) => volume[a]! - volume[b]!);
		const group = Math.floor(order.length * OUTER);
		for (const [list, chosen] of [
			[found.low, order.slice(0, group)],
			[found.high, order.slice(order.length - group)],
		] as const) {
			const past = chosen.map((i) => difference(logs.close, logs.close, rows[i]! * sessions + s, MONTH));
			add(
				list,
				spread(
					past,
					chosen.map((i) => earned(logs, rows[i]! * sessions + s, MONTH)),
				),
			);
		}
	}
	return found;
}

/** Rows that may be traded after session s and have prices for a stretch before and after it. */
function eligibleRows({ panel, logs, tiers }: DailyMarket, s: number, length: number): number[] {
	const sessions = panel.dates.length;
	return Array.from({ length: panel.rows }, (_, row) => row).filter((row) => {
		const at = row * sessions + s;
		if (tiers[at] === NOT_ELIGIBLE || s + length >= logs.quarantinedFrom[row]!) return false;
		for (let i = at - length; i <= at; i++) if (Number.isNaN(logs.close[i]!) || Number.isNaN(logs.open[i]!)) return false;
		return !Number.isNaN(earned(logs, at, length));
	});
}

/** From the next open to the last close within the horizon. */
function earned(logs: LogPanel, at: number, horizon: number): number {
	for (let i = at + horizon; i > at; i--) {
		const close = logs.close[i]!;
		if (!Number.isNaN(close)) return winsorised(close - logs.open[at + 1]!);
	}
	return Number.NaN;
}

/** Mean of the fifth with the lowest key less that of the fifth with the highest; NaN for too few. */
export function spread(keys: readonly number[], values: readonly number[]): number {
	if (keys.length < LEAST) return Number.NaN;
	const order = keys.map((_, i) => i).sort((a, b) => keys[a]! - keys[b]!);
	const group = Math.floor(order.length * OUTER);
	const meanOf = (list: readonly number[]): number => list.reduce((sum, i) => sum + values[i]!, 0) / list.length;
	return meanOf(order.slice(0, group)) - meanOf(order.slice(order.length - group));
}

function difference(later: Float64Array, earlier: Float64Array, at: number, back: number): number {
	return later[at]! - earlier[at - back]!;
}

function sumOf(count: number, value: (back: number) => number): number {
	let sum = 0;
	for (let back = 0; back < count; back++) sum += value(back);
	return sum;
}

/** Volume of the month up to a session relative to the three months before. */
function relativeVolume(panel: DailyPanel, at: number): number {
	const month = sumOf(MONTH, (back) => panel.volume[at - back]!);
	const usual = sumOf(USUAL * MONTH, (back) => panel.volume[at - MONTH - back]!) / USUAL;
	return month / Math.max(1, usual);
}

function add(list: number[], value: number): void {
	if (!Number.isNaN(value)) list.push(value);
}
