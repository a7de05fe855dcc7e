/** Paths that benchmarks request as a trader. */
import { STRATEGIES, TIMEFRAMES } from '@sw/domain/time/timeframe';

export const TABS = ['extreme_rise', 'extreme_fall', 'coiled_spring', 'free'];
/** In the format of calls: 'fifteen_minutes,thirty_minutes,one_hour'. */
export const TIMEFRAME_QUERIES = STRATEGIES.map(({ slots }) => slots.map((timeframe) => TIMEFRAMES[timeframe].name).join());
/** Tickers whose details are opened. */
export const DETAIL_IDS = Array.from({ length: 200 }, (_, i) => 1 + 37 * i);

/** Lists of ten rows of every tab and strategy, starting at these offsets. */
export function listPaths(skips: readonly number[]): string[] {
	return TABS.flatMap((tab) =>
		TIMEFRAME_QUERIES.flatMap((timeframes) =>
			skips.map((skip) => `/api/sector-charts?tab_type=${tab}&timeframes=${timeframes}&skip=${skip}&max=10`),
		),
	);
}
