import type { ExchangeDate } from '../time/units.ts';

/** A session's market is ranked by what was traded over so many sessions before it (signals.md 3.2). */
export const RANKING_SESSIONS = 20;

/** Dollars that a daily bar traded, about: close x volume, in whole dollars, so that sums over days stay exact. */
export function dollarsOf({ close, volume }: { close: number; volume: number }): number {
	return Math.round(close * volume);
}

/** The most traded tickers, session by session: each day is added once and taken away once. */
export interface MostTraded {
	/** Takes the dollars of the next session, by ticker; the session of 20 sessions before counts no longer. A ticker without a bar has no entry. */
	add(date: ExchangeDate, dollars: ReadonlyMap<string, number>): void;
	/** Leaves out what a ticker traded before a date. */
	forget(ticker: string, before: ExchangeDate): void;
	/** At most `limit` tickers with a bar, the most traded first; of equal ones by name. A day without a bar counts 0. */
	top(limit: number): string[];
}

export function createMostTraded(): MostTraded {
	const days: { date: ExchangeDate; dollars: Map<string, number> }[] = [];
	const sums = new Map<string, { dollars: number; bars: number }>();
	const remove = (ticker: string, dollars: number): void => {
		const sum = sums.get(ticker);
		if (!sum) return;
		sum.dollars -= dollars;
		if (--sum.bars === 0) sums.delete(ticker);
	};
	return {
		add(date, dollars) {
			days.push({ date, dollars: new Map(dollars) });
			for (const [ticker, amount] of dollars) {
				const sum = sums.get(ticker) ?? { dollars: 0, bars: 0 };
				sum.dollars += amount;
				sum.bars++;
				sums.set(ticker, sum);
			}
			const oldest = days.length > RANKING_SESSIONS ? days.shift() : undefined;
			for (const [ticker, amount] of oldest?.dollars ?? []) remove(ticker, amount);
		},
		forget(ticker, before) {
			for (const { date, dollars } of days) {
				const amount = dollars.get(ticker);
				if (date >= before || amount === undefined) continue;
				dollars.delete(ticker);
				remove(ticker, amount);
			}
		},
		top: (limit) =>
			[...sums]
				.sort(([a, { dollars: x }], [b, { dollars: y }]) => y - x || (a < b ? -1 : 1))
				.slice(0, limit)
				.map(([ticker]) => ticker),
	};
}
