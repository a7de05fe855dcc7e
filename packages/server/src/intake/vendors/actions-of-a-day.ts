/** A ticker has one split and one dividend a day; vendors state some twice, and a special dividend beside the regular one. */
import type { Dividend, Split } from '@sw/domain/prices/ticker';

/** The later statement of a day counts. */
export const oneSplitADay = (splits: readonly Split[]): Split[] => [
	...new Map(splits.map((split) => [`${split.tickerId} ${split.date}`, split])).values(),
];

/** Dividends of a day are added up; the same amount once more is the same dividend. */
export const oneDividendADay = (dividends: readonly Dividend[]): Dividend[] =>
	[...Map.groupBy(dividends, ({ tickerId, exDate }) => `${tickerId} ${exDate}`).values()].map((ofDay) => ({
		...(ofDay[0] as Dividend),
		amount: [...new Set(ofDay.map(({ amount }) => amount))].reduce((sum, amount) => sum + amount, 0),
	}));
