import { hasSessionFigureTest } from '@sw/domain/filters/groups';
import { type RankedPage, rankPage } from '@sw/domain/reports/list/ranking';
import { rowMask } from '@sw/domain/reports/list/row-mask';
import { CHANGE_UNITS, MAX_CHANGE, type ReportTable, UNKNOWN_CHANGE } from '@sw/domain/signals/report-table';
import type { TickerId } from '@sw/domain/time/units';
import { createTableSymbols, type Directory } from '../../market/window/directory.ts';
import { computeChangeAt, computeDollarsAt } from '../../market/window/price-series.ts';
import type { PriceWindow } from '../../market/window/price-window.ts';
import { createAnswerCache } from '../../platform/cache/answer-caches.ts';
import type { PricedReport } from '../cards.ts';
import type { SignalsParts } from './ports.ts';
import type { ResolvedQuery } from './reading.ts';

/** Maximum number of cached rankings, and maximum total bytes. A ranking of 10,000 tickers has at most 60 kB. */
const CACHED_RANKINGS = 300;
const MAX_CACHED_BYTES = 64e6;

/** Tables to which day figures (change and dollar volume) were added from the price window, with the window's version. */
const tablesWithFigures = new WeakMap<ReportTable, { version: number; table: ReportTable }>();

/** Caches ranked lists per report and question, and masks over a report's rows per set of ticker ids. */
export function createRankingCache({ directory, parameters, prices }: Pick<SignalsParts, 'directory' | 'parameters' | 'prices'>) {
	const cache = createAnswerCache<string, RankedPage>({
		max: CACHED_RANKINGS,
		maxSize: MAX_CACHED_BYTES,
		// Even an empty ranking occupies some memory.
		sizeCalculation: ({ rows, rates }) => 100 + rows.byteLength + rates.byteLength,
	});
	const { symbolOf, ranksOf } = createTableSymbols(directory);
	const masks = new WeakMap<ReadonlySet<number>, WeakMap<ReportTable, Uint8Array>>();

	/** Returns the report's table with day figures. They are added if an earlier version of the product didn't store them. */
	const tableWithFigures = ({ facts, table, prices: reportPrices }: PricedReport): ReportTable =>
		lacksDayFigures(table) ? withDayFigures(table, reportPrices ?? prices, directory, facts.asOf) : table;

	return {
		symbolOf,
		tableWithFigures,

		/** Ranks all rows that match the question. */
		rank: (report: PricedReport, { question, key }: ResolvedQuery): RankedPage => {
			const { facts, prices: reportPrices } = report;
			const table = tableWithFigures(report);
			// The window can receive an earlier close after the report was published, and a reloaded window can have other symbols.
			const dependsOnPrices =
				question.sortColumn === 'change' || question.sortColumn === 'dollars' || hasSessionFigureTest(question.groups);
			const priceWindow = reportPrices ?? prices;
			const cacheKey = `${facts.time} ${facts.version} ${key} ${dependsOnPrices ? priceWindow.version() : prices.id}`;
			const cached = cache.get(cacheKey);
			if (cached) return cached;
			const changeOf = (row: number): number =>
				computeChangeAt(priceWindow, directory.rowOf(table.tickerId[row] as TickerId), facts.asOf, table.price[row]! / 10_000) ??
				Number.NaN;
			const ranking = rankPage(table, ranksOf(table), question, parameters, { skip: 0, max: table.count }, changeOf);
			cache.set(cacheKey, ranking);
			return ranking;
		},

		/** Marks the table's rows whose ticker is in `ids`. Cached by the Set object. */
		mask: (table: ReportTable, ids: ReadonlySet<number>): Uint8Array => {
			const masksOfSet = masks.get(ids) ?? new WeakMap<ReportTable, Uint8Array>();
			masks.set(ids, masksOfSet);
			const mask = masksOfSet.get(table) ?? rowMask(table, ids);
			masksOfSet.set(table, mask);
			return mask;
		},
	};
}

export type RankingCache = ReturnType<typeof createRankingCache>;

/** Whether no row has change or dollar volume, because an earlier version of the product didn't store them. */
function lacksDayFigures({ change, dollarVolume }: ReportTable): boolean {
	return dollarVolume.every(Number.isNaN) && change.every((value) => value === UNKNOWN_CHANGE);
}

/** Adds change and dollar volume from the bars up to `asOf`; unknown if the window doesn't have them. */
function withDayFigures(table: ReportTable, window: PriceWindow, directory: Directory, asOf: number): ReportTable {
	const version = window.version();
	const cached = tablesWithFigures.get(table);
	if (cached?.version === version) return cached.table;
	const change = new Int32Array(table.count);
	const dollarVolume = new Float32Array(table.count);
	for (let row = 0; row < table.count; row++) {
		const id = table.tickerId[row] as TickerId;
		const price = table.price[row]! / 10_000;
		const dayChange = computeChangeAt(window, directory.rowOf(id), asOf, price);
		change[row] = dayChange === null ? UNKNOWN_CHANGE : Math.min(Math.round(dayChange * CHANGE_UNITS), MAX_CHANGE);
		dollarVolume[row] = directory.byId(id)?.type === 'index' ? Number.NaN : computeDollarsAt(window, directory.rowOf(id), asOf, price);
	}
	const extended = { ...table, change, dollarVolume };
	tablesWithFigures.set(table, { version, table: extended });
	return extended;
}
