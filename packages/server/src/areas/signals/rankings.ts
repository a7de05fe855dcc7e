import { type RankedPage, rankPage, symbolRanks } from '@sw/domain/reports/ranking';
import type { ReportTable } from '@sw/domain/reports/report-table';
import { rowMask } from '@sw/domain/reports/row-mask';
import { LRUCache } from 'lru-cache';
import type { Directory } from '../../window/directory.ts';
import type { HotReport } from '../../window/hot-reports.ts';
import type { SignalsParts } from './landing-list.ts';
import type { Reading } from './reading.ts';

/** Whole rankings kept: of 10,000 tickers each takes at most 60 kB. */
const KEPT = 300;

/** Whole ranked lists, each made once for a report and a question, and masks over a report's rows, each made once for a set of ids. */
export const createRankings = ({ directory, parameters }: Pick<SignalsParts, 'directory' | 'parameters'>) => {
	const kept = new LRUCache<string, RankedPage>({ max: KEPT });
	const directoryRanks = new WeakMap<Directory['tickers'], Uint32Array>();
	const symbols = new WeakMap<ReportTable, Uint32Array>();
	const masks = new WeakMap<ReadonlySet<number>, WeakMap<ReportTable, Uint8Array>>();

	/** Ranks of all symbols, by row of the directory: sorting thousands of names takes longer than reading a report. */
	const ranksOf = (tickers: Directory['tickers']): Uint32Array => {
		const ranks = directoryRanks.get(tickers) ?? symbolRanks(tickers.map(({ symbol }) => symbol));
		directoryRanks.set(tickers, ranks);
		return ranks;
	};

	/** A ticker which the directory lost goes by its number. */
	const symbolOf = ({ tickerId }: ReportTable, row: number): string => {
		const id = tickerId[row] as number;
		return directory.byId(id)?.symbol ?? String(id);
	};

	/** Ranks of the symbols of a report's rows. */
	const symbolRanksOf = (table: ReportTable): Uint32Array => {
		const found = symbols.get(table);
		if (found) return found;
		const all = ranksOf(directory.tickers);
		let ranks: Uint32Array = new Uint32Array(table.count);
		for (let row = 0; row < table.count; row++) {
			const at = directory.rowOf(table.tickerId[row] as number);
			if (at === -1) {
				ranks = symbolRanks(Array.from(ranks, (_, each) => symbolOf(table, each)));
				break;
			}
			ranks[row] = all[at] as number;
		}
		symbols.set(table, ranks);
		return ranks;
	};

	return {
		symbolOf,

		/** All rows that the question asks for, in order. */
		whole: ({ facts, table }: HotReport, { question, key }: Reading): RankedPage => {
			const name = `${facts.time} ${facts.version} ${key}`;
			const found = kept.get(name);
			if (found) return found;
			const made = rankPage(table, symbolRanksOf(table), question, parameters, { skip: 0, max: table.count });
			kept.set(name, made);
			return made;
		},

		/** Rows of the ids; ask with the same set object for the same ids. */
		mask: (table: ReportTable, ids: ReadonlySet<number>): Uint8Array => {
			const ofSet = masks.get(ids) ?? new WeakMap<ReportTable, Uint8Array>();
			masks.set(ids, ofSet);
			const mask = ofSet.get(table) ?? rowMask(table, ids);
			ofSet.set(table, mask);
			return mask;
		},
	};
};
export type Rankings = ReturnType<typeof createRankings>;
