import type { AnswerOf } from '@sw/contract/base/define';
import { publicPrices } from '@sw/contract/prices/prices';
import type { TopCategory } from '@sw/domain/prices/top-categories';
import { isoSeconds } from '@sw/domain/time/format';
import { recentCloses } from '../../market/window/price-series.ts';
import { createAnswerCache } from '../../platform/cache/answer-caches.ts';
import { type Encoded, encoded } from '../answer.ts';
import type { PriceParts, TableQuery, TopTable } from './top-tables.ts';

type LandingCharts = AnswerOf<(typeof publicPrices)['landingCharts']>;

/** The tables shown next to each other on the pages. */
const TABLES: readonly TopCategory[] = ['active', 'gainers', 'losers', 'unusual_volume'];
/** Quarter-hours of a session. */
const CLOSES = 26;
const KEPT = 100;

/** Closes of every ticker in the four tables, cached by query until prices change. */
export function createSparklines({ directory, prices, source }: PriceParts, table: (query: TableQuery) => TopTable) {
	const kept = createAnswerCache<string, Encoded<LandingCharts>>({ max: KEPT });

	const build = (query: Omit<TableQuery, 'category'>, until: number): LandingCharts => {
		const found = new Map(TABLES.flatMap((category) => table({ ...query, category }).items.map((row) => [row.ticker_id, row.ticker])));
		const last = prices.sessions.at(-1);
		return {
			from: last ? isoSeconds(last.session.open) : null,
			to: isoSeconds(until),
			simulated: source.simulated,
			items: [...found].map(([id, ticker]) => ({
				ticker,
				ticker_id: id,
				closes: recentCloses(prices, directory.rowOf(id), until, CLOSES),
			})),
		};
	};

	return (query: Omit<TableQuery, 'category'>): LandingCharts | Encoded<LandingCharts> => {
		const until = source.isPublic ? prices.until() : null;
		if (until === null) return { from: null, to: null, simulated: source.simulated, items: [] };
		const { interval, marketcap = [], size } = query;
		const key = JSON.stringify([prices.version(), interval, [...marketcap].sort(), size]);
		const before = kept.get(key);
		if (before) return before;
		const made = encoded(publicPrices.landingCharts.answers[200], build(query, until));
		kept.set(key, made);
		return made;
	};
}
