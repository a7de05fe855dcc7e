import type { ExchangeDate } from '../time/units.ts';

/** The tickers of a session's market are selected by dollar volume over this many previous sessions (signals.md 3.2). */
export const RANKING_SESSIONS = 20;

/** Computes the approximate dollar volume of a daily bar: close x volume. Whole dollars, so that sums over days stay exact. */
export function dollarVolumeOf({ close, volume }: { close: number; volume: number }): number {
	return Math.round(close * volume);
}

/** Ranks tickers by dollar volume over the last RANKING_SESSIONS sessions that were added. */
export interface MostTraded {
	/** Adds the dollar volumes of the next session, by ticker, and drops the oldest session. Tickers without a bar must have no entry. */
	add(date: ExchangeDate, dollars: ReadonlyMap<string, number>): void;
	/** Forgets the volumes of a ticker before a date (exclusive). */
	forget(ticker: string, before: ExchangeDate): void;
	/** Returns at most `limit` tickers that have a bar, highest dollar volume first; ties are in alphabetical order. */
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
