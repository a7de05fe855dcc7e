import { asksDayFigures } from '@sw/domain/filters/groups';
import { type RankedPage, rankPage } from '@sw/domain/reports/list/ranking';
import { rowMask } from '@sw/domain/reports/list/row-mask';
import type { ReportTable } from '@sw/domain/signals/report-table';
import type { TickerId } from '@sw/domain/time/units';
import { changeAt } from '../../market/window/price-series.ts';
import { createTableSymbols } from '../../market/window/table-symbols.ts';
import { createAnswerCache } from '../../platform/cache/answer-caches.ts';
import type { PricedReport } from '../cards.ts';
import { lacksDayFigures, withDayFigures } from './day-figures.ts';
import type { Reading } from './reading.ts';
import type { SignalsParts } from './signals-parts.ts';

/** Cached rankings, and their largest total size: each takes at most 60 kB for 10,000 tickers. */
const KEPT = 300;
const KEPT_BYTES = 64e6;

/** Ranked lists, each computed once per report and query, and masks over a report's rows, each computed once per set of IDs. */
export function createRankingCache({ directory, parameters, prices }: Pick<SignalsParts, 'directory' | 'parameters' | 'prices'>) {
	const kept = createAnswerCache<string, RankedPage>({
		max: KEPT,
		maxSize: KEPT_BYTES,
		// Even an empty ranking needs some memory.
		sizeCalculation: ({ rows, rates }) => 100 + rows.byteLength + rates.byteLength,
	});
	const { symbolOf, ranksOf } = createTableSymbols(directory);
	const masks = new WeakMap<ReadonlySet<number>, WeakMap<ReportTable, Uint8Array>>();

	/** The report with the numbers of its session, which reports of earlier versions of the product don't have. */
	const figured = ({ facts, table, prices: own }: PricedReport): ReportTable =>
		lacksDayFigures(table) ? withDayFigures(table, own ?? prices, directory, facts.asOf) : table;

	return {
		symbolOf,
		figured,

		/** All rows that match the query, in order. */
		whole: (report: PricedReport, { question, key }: Reading): RankedPage => {
			const { facts, prices: own } = report;
			const table = figured(report);
			// The window may receive an earlier close after the report was published, and a reloaded one may have other symbols.
			const byPrices = question.sortColumn === 'change' || question.sortColumn === 'dollars' || asksDayFigures(question.groups);
			const window = own ?? prices;
			const name = `${facts.time} ${facts.version} ${key} ${byPrices ? window.version() : prices.id}`;
			const found = kept.get(name);
			if (found) return found;
			const changeOf = (row: number): number =>
				changeAt(window, directory.rowOf(table.tickerId[row] as TickerId), facts.asOf, table.price[row]! / 10_000) ?? Number.NaN;
			const made = rankPage(table, ranksOf(table), question, parameters, { skip: 0, max: table.count }, changeOf);
			kept.set(name, made);
			return made;
		},

		/** Rows of the IDs, cached by the set object. */
		mask: (table: ReportTable, ids: ReadonlySet<number>): Uint8Array => {
			const ofSet = masks.get(ids) ?? new WeakMap<ReportTable, Uint8Array>();
			masks.set(ids, ofSet);
			const mask = ofSet.get(table) ?? rowMask(table, ids);
			ofSet.set(table, mask);
			return mask;
		},
	};
}

export type RankingCache = ReturnType<typeof createRankingCache>;
