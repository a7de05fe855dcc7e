import { asksDayFigures } from '@sw/domain/filters/groups';
import { type RankedPage, rankPage } from '@sw/domain/reports/list/ranking';
import { rowMask } from '@sw/domain/reports/list/row-mask';
import { CHANGE_UNITS, MOST_CHANGE, type ReportTable, UNKNOWN_CHANGE } from '@sw/domain/signals/report-table';
import type { TickerId } from '@sw/domain/time/units';
import { createTableSymbols, type Directory } from '../../market/window/directory.ts';
import { changeAt, dollarsAt } from '../../market/window/price-series.ts';
import type { PriceWindow } from '../../market/window/price-window.ts';
import { createAnswerCache } from '../../platform/cache/answer-caches.ts';
import type { PricedReport } from '../cards.ts';
import type { SignalsParts } from './ports.ts';
import type { Reading } from './reading.ts';

/** Maximum number of cached rankings, and maximum total bytes. A ranking of 10,000 tickers takes at most 60 kB. */
const KEPT = 300;
const KEPT_BYTES = 64e6;

/** Reports with day figures added from the window, with the version of the window. */
const completed = new WeakMap<ReportTable, { version: number; table: ReportTable }>();

/** Caches ranked lists per report and question, and masks over a report's rows per set of ticker ids. */
export function createRankingCache({ directory, parameters, prices }: Pick<SignalsParts, 'directory' | 'parameters' | 'prices'>) {
	const kept = createAnswerCache<string, RankedPage>({
		max: KEPT,
		maxSize: KEPT_BYTES,
		// Even an empty ranking takes some memory.
		sizeCalculation: ({ rows, rates }) => 100 + rows.byteLength + rates.byteLength,
	});
	const { symbolOf, ranksOf } = createTableSymbols(directory);
	const masks = new WeakMap<ReadonlySet<number>, WeakMap<ReportTable, Uint8Array>>();

	/** The report with day figures, which are added if an earlier version of the product wrote it without them. */
	const figured = ({ facts, table, prices: own }: PricedReport): ReportTable =>
		lacksDayFigures(table) ? withDayFigures(table, own ?? prices, directory, facts.asOf) : table;

	return {
		symbolOf,
		figured,

		/** All rows that match the question, in order. */
		whole: (report: PricedReport, { question, key }: Reading): RankedPage => {
			const { facts, prices: own } = report;
			const table = figured(report);
			// The window can receive an earlier close after the report was published, and a reloaded window can have other symbols.
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

		/** Mask of the table's rows whose ticker is in `ids`, cached by the Set object. */
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

/** Whether no row has change or dollar volume, because an earlier version of the product didn't store them. */
function lacksDayFigures({ change, dollarVolume }: ReportTable): boolean {
	return dollarVolume.every(Number.isNaN) && change.every((value) => value === UNKNOWN_CHANGE);
}

/** Adds change and dollar volume from the bars up to `asOf`; unknown if the window doesn't have them. */
function withDayFigures(table: ReportTable, window: PriceWindow, directory: Directory, asOf: number): ReportTable {
	const version = window.version();
	const found = completed.get(table);
	if (found?.version === version) return found.table;
	const change = new Int32Array(table.count);
	const dollarVolume = new Float32Array(table.count);
	for (let row = 0; row < table.count; row++) {
		const id = table.tickerId[row] as TickerId;
		const price = table.price[row]! / 10_000;
		const since = changeAt(window, directory.rowOf(id), asOf, price);
		change[row] = since === null ? UNKNOWN_CHANGE : Math.min(Math.round(since * CHANGE_UNITS), MOST_CHANGE);
		dollarVolume[row] = directory.byId(id)?.type === 'index' ? Number.NaN : dollarsAt(window, directory.rowOf(id), asOf, price);
	}
	const whole = { ...table, change, dollarVolume };
	completed.set(table, { version, table: whole });
	return whole;
}
