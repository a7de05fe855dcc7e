import { median } from '../../../statistics/median.ts';
import type { ParameterSet } from '../../parameters.ts';
import { dailyMedian } from '../volume.ts';
import { joinedContracts } from './bars.ts';
import { type HistorySession, tradesOf } from './history.ts';

/** Daily medians of one ticker, per session of its history. */
export interface DailyMedians {
	/** Index of the session of the first trade. */
	first: number;
	/** ADV20 before session s, in shares and in contracts; null with too few sessions. */
	volume(s: number): number | null;
	contracts(s: number): number | null;
	/** Median contracts per day over those of the 20 sessions before s that were received; null if none was. */
	optionable(s: number): number | null;
}

export function dailyMedians(history: readonly HistorySession[], parameters: ParameterSet): DailyMedians {
	const first = history.findIndex((session) => tradesOf(session).length > 0);
	const volumes = history.map((session) => tradesOf(session).reduce((sum, trade) => sum + trade.volume, 0));
	const contracts = history.map((session) => {
		const day = session.optionDay ?? joinedContracts(session.contracts);
		return day && day.calls + day.puts;
	});
	const before = <T>(values: readonly T[], s: number): T[] => values.slice(first, s);
	return {
		first,
		volume: (s) => dailyMedian(before(volumes, s), parameters),
		contracts: (s) => dailyMedian(before(contracts, s), parameters),
		optionable: (s) =>
			median(
				before(contracts, s)
					.slice(-parameters.daily.sessions)
					.filter((day) => day !== null),
			),
	};
}
