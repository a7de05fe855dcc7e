import { median } from '../../../statistics/median.ts';
import { barsOfSession, clockVariance } from '../../../time/slots.ts';
import type { TimeframeIndex } from '../../../time/timeframe.ts';
import type { ParameterSet } from '../../parameters.ts';
import { dailyMedian } from '../volume.ts';
import { type Contracts, type HistorySession, type Trade, tradesOf } from './history.ts';

/** One grid bar of a timeframe. */
export interface Bar {
	/** Index of the bar's session in the history. */
	session: number;
	/** Whether all slots of the bar have elapsed. */
	closed: boolean;
	/** null: nothing traded in the bar. */
	trade: Trade | null;
	volume: number;
	contracts: Contracts;
	/** Whether `contracts` are the totals of the whole previous session. */
	endOfDay: boolean;
	/** Elapsed slots [from, to). */
	from: number;
	to: number;
	/** Number of slots in the session. */
	slots: number;
	/** Clock variance of the elapsed slots. */
	q: number;
}

const DAY_TIMEFRAME: TimeframeIndex = 4;

/** Sums the contracts of several slots; null if a slot's contracts weren't received. */
export function sumContracts(contracts: readonly Contracts[]): Contracts {
	const received = contracts.filter((slotContracts) => slotContracts !== null);
	if (received.length < contracts.length) return null;
	return { calls: received.reduce((sum, { calls }) => sum + calls, 0), puts: received.reduce((sum, { puts }) => sum + puts, 0) };
}

/** Builds the grid bars, from the bar with the first trade to the current bar. */
export function buildGridBars(history: readonly HistorySession[], timeframe: TimeframeIndex, parameters: ParameterSet): Bar[] {
	const bars: Bar[] = [];
	history.forEach((session, index) => {
		for (const { from, to } of barsOfSession(timeframe, session.slots)) {
			const end = Math.min(to, session.trades.length);
			if (end <= from) continue;
			const trades = timeframe === DAY_TIMEFRAME ? tradesOf(session) : session.trades.slice(from, end).filter((trade) => trade !== null);
			const trade = joinTrades(trades);
			if (trade === null && bars.length === 0) continue;
			const endOfDay = timeframe === DAY_TIMEFRAME && session.optionDay !== null;
			bars.push({
				session: index,
				closed: end === to,
				trade,
				volume: trade?.volume ?? 0,
				contracts: endOfDay ? session.optionDay : sumContracts(session.contracts.slice(from, end)),
				endOfDay,
				from,
				to: end,
				slots: session.slots,
				q: clockVariance(parameters.clock, from, end),
			});
		}
	});
	return bars;
}

function joinTrades(trades: readonly Trade[]): Trade | null {
	return trades.length === 0
		? null
		: {
				open: (trades[0] as Trade).open,
				high: Math.max(...trades.map((trade) => trade.high)),
				low: Math.min(...trades.map((trade) => trade.low)),
				close: (trades.at(-1) as Trade).close,
				volume: trades.reduce((sum, trade) => sum + trade.volume, 0),
			};
}

/** Daily medians of one ticker, per session of its history. */
export interface DailyMedians {
	/** Index of the session of the first trade. */
	first: number;
	/** ADV20 before session s, in shares and in contracts; null with too few sessions. */
	volume(s: number): number | null;
	contracts(s: number): number | null;
	/** Median contracts per day over the days received among the 20 sessions before s; null if none was received. */
	medianContracts(s: number): number | null;
}

export function createDailyMedians(history: readonly HistorySession[], parameters: ParameterSet): DailyMedians {
	const first = history.findIndex((session) => tradesOf(session).length > 0);
	const volumes = history.map((session) => tradesOf(session).reduce((sum, trade) => sum + trade.volume, 0));
	const contracts = history.map((session) => {
		const dayContracts = session.optionDay ?? sumContracts(session.contracts);
		return dayContracts && dayContracts.calls + dayContracts.puts;
	});
	const valuesBefore = <T>(values: readonly T[], s: number): T[] => values.slice(first, s);
	return {
		first,
		volume: (s) => dailyMedian(valuesBefore(volumes, s), parameters),
		contracts: (s) => dailyMedian(valuesBefore(contracts, s), parameters),
		medianContracts: (s) =>
			median(
				valuesBefore(contracts, s)
					.slice(-parameters.daily.sessions)
					.filter((dayContracts) => dayContracts !== null),
			),
	};
}
