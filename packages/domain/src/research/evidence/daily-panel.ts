import { findQuarantineStart, QUARANTINE_JUMP } from '../../prices/quarantine.ts';
import type { Dividend, Split } from '../../prices/ticker.ts';
import type { ParameterSet } from '../../signals/parameters.ts';
import { createRollingMedian } from '../../statistics/median.ts';
import type { ExchangeDate } from '../../time/units.ts';

/** Daily bars of a market as printed: row r in session s is index r * sessions + s. */
export interface DailyPanel {
	rows: number;
	/** Consecutive sessions, oldest first. */
	dates: readonly ExchangeDate[];
	/** Number of 15-minute slots in each session. */
	slots: Uint8Array;
	/** Dollars; NaN where nothing traded. */
	open: Float64Array;
	close: Float64Array;
	/** Shares. */
	volume: Float64Array;
}

export function createDailyPanel(rows: number, dates: readonly ExchangeDate[], slots: Uint8Array): DailyPanel {
	return {
		rows,
		dates,
		slots,
		open: new Float64Array(rows * dates.length).fill(Number.NaN),
		close: new Float64Array(rows * dates.length).fill(Number.NaN),
		volume: new Float64Array(rows * dates.length),
	};
}

/** Corporate actions of one row. Each takes effect before the open of `session`, an index in the panel's dates. */
export interface RowEvents {
	splits: readonly (Split & { session: number })[];
	dividends: readonly (Dividend & { session: number })[];
}

/** Log prices of a panel, adjusted so that the difference of any two is a return. Indexed like the panel. */
export interface LogPanel {
	open: Float64Array;
	close: Float64Array;
	/** By row: the first session with an unexplained overnight jump, with no scores from then on; the number of sessions if there is no jump. */
	quarantineStart: Int32Array;
}

/** Computes log prices, adjusted for splits and dividends: a dividend D scales earlier prices by 1 - D / last close before it. */
export function createLogPanel(panel: DailyPanel, eventsOf: (row: number) => RowEvents | undefined, minJump = QUARANTINE_JUMP): LogPanel {
	const sessions = panel.dates.length;
	const result = {
		open: panel.open.map(Math.log),
		close: panel.close.map(Math.log),
		quarantineStart: new Int32Array(panel.rows).fill(sessions),
	};
	for (let row = 0; row < panel.rows; row++) {
		const [from, to] = [row * sessions, (row + 1) * sessions];
		const { splits, dividends } = eventsOf(row) ?? { splits: [], dividends: [] };
		const prices = { dates: panel.dates, opens: panel.open.subarray(from, to), closes: panel.close.subarray(from, to) };
		const jumpSession = findQuarantineStart(prices, splits, new Set(), minJump);
		if (jumpSession >= 0) result.quarantineStart[row] = jumpSession;
		const shiftEarlierPrices = (session: number, logFactor: number): void => {
			for (let i = from; i < from + session; i++) {
				result.open[i] = result.open[i]! + logFactor;
				result.close[i] = result.close[i]! + logFactor;
			}
		};
		for (const { session, ratio } of splits) shiftEarlierPrices(session, -Math.log(ratio));
		for (const { session, amount } of dividends) {
			const lastClose = prices.closes.subarray(0, session).findLast((close) => !Number.isNaN(close));
			const ratio = splits.find((split) => split.session === session)?.ratio ?? 1;
			if (lastClose !== undefined && amount < lastClose / ratio) shiftEarlierPrices(session, Math.log(1 - (amount * ratio) / lastClose));
		}
	}
	return result;
}

/** Tiers of median dollar volume per day, most liquid first. The lowest one begins at the eligibility limit. */
export const LIQUIDITY_TIERS = [
	{ label: '> $20M', from: 20e6 },
	{ label: '$1-20M', from: 1e6 },
	{ label: '< $1M', from: 0 },
] as const;
export const NOT_ELIGIBLE = -1;

/** Finds the tier of every row in every session, indexed like the panel; NOT_ELIGIBLE below the limits of `isEligible`. Uses earlier data only. */
export function computeLiquidityTiers(panel: DailyPanel, { daily, eligible }: ParameterSet): Int8Array {
	const sessions = panel.dates.length;
	const tiers = new Int8Array(panel.rows * sessions).fill(NOT_ELIGIBLE);
	const rollingDollars = createRollingMedian(daily.sessions);
	for (let row = 0; row < panel.rows; row++) {
		rollingDollars.clear();
		let price = Number.NaN;
		for (let i = row * sessions; i < (row + 1) * sessions; i++) {
			const close = panel.close[i]!;
			const isTraded = !Number.isNaN(close);
			if (isTraded) price = close;
			if (Number.isNaN(price)) continue;
			const median = rollingDollars.median();
			if (price >= eligible.price && median >= eligible.dollarVolume) tiers[i] = LIQUIDITY_TIERS.findIndex(({ from }) => median >= from);
			rollingDollars.push(isTraded ? close * panel.volume[i]! : 0);
		}
	}
	return tiers;
}
