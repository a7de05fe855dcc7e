import { setImmediate } from 'node:timers/promises';
import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { priceReads } from '@sw/contract/prices/price-reads';
import { CAP_BUCKETS, type CapBucket, capPlace } from '@sw/domain/prices/cap';
import type { TickerType } from '@sw/domain/prices/ticker';
import type { TopCategory } from '@sw/domain/prices/top-categories';
import { TOP_INTERVALS, type TopInterval } from '@sw/domain/prices/top-lists';
import { rankTops } from '@sw/domain/prices/tops';
import { isoSeconds } from '@sw/domain/time/format';
import { createAnswerCache } from '../../platform/cache/answer-caches.ts';
import { type Encoded, encoded } from '../answer.ts';
import { capOf, createTopTables, type PriceParts, presentTopRow, quarterHour, type TopTable } from './top-tables.ts';

type AnalysisTables = AnswerOf<Contract['prices']['analysisAll']>;
type RealTimeTops = AnswerOf<Contract['prices']['topsRealTime']>;

const KEPT = 60;
/** Rows of each table of the newest bars. */
const REAL_TIME_ROWS = 20;

export interface AllQuery {
	type: TickerType;
	category: TopCategory;
	size: number;
}

/** Top movers for accounts with a licence, to which a vendor's ban on public display does not apply. */
export function createAnalysis(priceParts: PriceParts) {
	const parts: PriceParts = { ...priceParts, source: { ...priceParts.source, isPublic: true } };
	const { directory, prices, tops, now } = parts;
	const tables = createTopTables(parts);
	const newest = createAnswerCache<string, Encoded<RealTimeTops>>({ max: KEPT });
	const all = createAnswerCache<string, Encoded<AnalysisTables>>({ max: KEPT });

	/** Ranked once, then distributed to the buckets, which keep the order. */
	const interval = (name: TopInterval, { type, category, size }: AllQuery, at: number): AnalysisTables['items'][number] => {
		const found = tops.at(name, at);
		const tables = new Map<CapBucket, { cap: CapBucket; total_count: number; items: TopTable['items'] }>(
			CAP_BUCKETS.map((cap) => [cap, { cap, total_count: 0, items: [] }]),
		);
		if (found) {
			const { columns } = found;
			const ofType = Uint8Array.from(directory.tickers, (ticker) => (ticker.type === type ? 1 : 0));
			const { rows, values } = rankTops(columns, category, name, columns.rows, ofType);
			rows.forEach((row, place) => {
				for (const cap of ['all', capPlace(capOf(directory, columns, row))] as const) {
					const bucket = tables.get(cap);
					if (!bucket) continue;
					bucket.total_count++;
					if (bucket.items.length < size) bucket.items.push(presentTopRow(directory, columns, row, values[place]!));
				}
			});
		}
		return { interval: name, time: found ? isoSeconds(found.span.to) : null, caps: [...tables.values()] };
	};

	return {
		/** One table. */
		table: tables.answer,

		/** All intervals and buckets of a category. Other tasks may run between the intervals. */
		all: async (query: AllQuery): Promise<Encoded<AnalysisTables>> => {
			const at = quarterHour(now());
			const key = JSON.stringify([at, prices.version(), query.type, query.category, query.size]);
			const before = all.get(key);
			if (before) return before;
			const items: AnalysisTables['items'] = [];
			for (const name of TOP_INTERVALS) {
				items.push(interval(name, query, at));
				await setImmediate();
			}
			const made = encoded(priceReads.analysisAll.answers[200], { category: query.category, type: query.type, items });
			all.set(key, made);
			return made;
		},

		/** The last hour's tables, from the newest bars. */
		realTime: (categories: readonly TopCategory[]): Encoded<RealTimeTops> => {
			const key = JSON.stringify([quarterHour(now()), prices.version(), categories]);
			const before = newest.get(key);
			if (before) return before;
			const items = categories.map((category) => tables.table({ category, interval: 'hour', size: REAL_TIME_ROWS }));
			const made = encoded(priceReads.topsRealTime.answers[200], { items });
			newest.set(key, made);
			return made;
		},
	};
}
