/** Paths that benchmarks request as a trader. */
import { STRATEGIES, TIMEFRAMES } from '@sw/domain/time/timeframe';

export const TABS = ['extreme_rise', 'extreme_fall', 'coiled_spring', 'free'];
/** In the format of API queries: 'fifteen_minutes,thirty_minutes,one_hour'. */
export const TIMEFRAME_QUERIES = STRATEGIES.map(({ rated }) => rated.map((timeframe) => TIMEFRAMES[timeframe].name).join());
/** Ids of tickers whose details are requested. */
export const DETAIL_IDS = Array.from({ length: 200 }, (_, i) => 1 + 37 * i);

/** Paths of lists of ten rows, for every tab and strategy and each offset in `skips`. */
export function createListPaths(skips: readonly number[]): string[] {
	return TABS.flatMap((tab) =>
		TIMEFRAME_QUERIES.flatMap((timeframes) =>
			skips.map((skip) => `/api/sector-charts?tab_type=${tab}&timeframes=${timeframes}&skip=${skip}&max=10`),
		),
	);
}
