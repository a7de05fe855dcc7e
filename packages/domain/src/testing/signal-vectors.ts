import type { ListQuestion } from '../reports/list/list-question.ts';
import { computeRowRate, countRows, rankPage, symbolRanks } from '../reports/list/ranking.ts';
import { SECTOR_SERIES } from '../reports/list/rate.ts';
import { type Cells, visibleDepth } from '../signals/cells.ts';
import { orientation } from '../signals/filter.ts';
import { needWord, wordMatches } from '../signals/packed.ts';
import { PARAMETERS_V1 } from '../signals/parameters.ts';
import { createReportTable, FLAG_ELIGIBLE, type ReportTable, Z_SERIES } from '../signals/report-table.ts';
import { type SectorIndex, type SectorKey, SQUEEZE, sectorIndex, TABS } from '../signals/sector.ts';
import { tabSectors } from '../signals/tabs.ts';
import { strategyNamed, TIMEFRAMES, type TimeframeIndex } from '../time/timeframe.ts';
import { utcMs } from '../time/units.ts';
import { scoredWord } from './engine-vectors.ts';
import { indexOfCode } from './time-vectors.ts';
import { type Adapters, adapter } from './vector-adapter.ts';

/** Depths by sector or 'squeeze'; an omitted depth is 0. */
type Depths = Readonly<Record<string, number | null>>;
/** Depths by timeframe code, for each sector or 'squeeze'. */
type Card = Readonly<Record<string, Depths>>;
type Triple = [sector: string, timeframe: string, value: number];

/** Lists are computed from reports, so cards and rows become reports of eligible tickers. */
const STRATEGY = strategyNamed('first');
const FREE: ListQuestion = { tab: 'free', operation: 'short', strategy: STRATEGY };

function reportOf(rows: readonly ((timeframe: TimeframeIndex) => Depths)[]): ReportTable {
	const table = createReportTable(utcMs(0), 'reverse', rows.length);
	table.flags.fill(FLAG_ELIGIBLE);
	for (const [row, depths] of rows.entries()) {
		table.tickerId[row] = row + 1;
		for (const [timeframe, words] of table.words.entries()) words[row] = scoredWord(depths(timeframe as TimeframeIndex));
	}
	return table;
}

function cardDepths(card: Card) {
	return (timeframe: TimeframeIndex): Depths =>
		Object.fromEntries(Object.entries(card).map(([key, { [TIMEFRAMES[timeframe].code]: depth = 0 }]) => [key, depth]));
}

function conditionsOf(filter: readonly Triple[]) {
	return filter.map(([sector, timeframe, value]) => ({ sector: sector as SectorKey, timeframe: indexOfCode(timeframe), value }));
}

interface Row {
	ticker: string;
	rate: number;
	fine: number;
	cap: number | null;
}

/** Creates a report whose rows have these rates, fine scores and market caps. */
function ranked(rows: readonly Row[]): ReportTable {
	const depths = rows.map(({ rate }) => {
		const cells = STRATEGY.slots.map((): Record<string, number> => ({}));
		sharedOut(rate, PARAMETERS_V1.rings.length, true, (sector, slot, value) => {
			(cells[slot] as Record<string, number>)[sector] = value;
		});
		return (timeframe: TimeframeIndex) => cells[timeframe] ?? {};
	});
	const table = reportOf(depths);
	for (const [row, { fine, cap }] of rows.entries()) {
		table.cap[row] = cap ?? Number.NaN;
		sharedOut(fine, PARAMETERS_V1.fine.clamp, false, (sector, slot, value) => {
			table.z[(STRATEGY.slots[slot]! * Z_SERIES.length + SECTOR_SERIES[sector][0]) * table.count + row] = value;
		});
	}
	return table;
}

/** Distributes a sum over a list's four sectors and three timeframes, with at most `limit` per cell. */
function sharedOut(sum: number, limit: number, whole: boolean, put: (sector: SectorKey, slot: number, value: number) => void): void {
	let left = sum;
	for (const slot of [2, 1, 0])
		for (const sector of tabSectors(FREE.tab, FREE.operation)) {
			const weight = PARAMETERS_V1.slotWeights[slot]!;
			const value = Math.min(limit, whole ? Math.floor(left / weight) : left / weight);
			put(sector, slot, value);
			left -= weight * value;
		}
	if (left !== 0) throw new RangeError(`No row has the sum ${sum}.`);
}

function slice(key: string): SectorIndex {
	return key === 'squeeze' ? SQUEEZE : sectorIndex(key as SectorKey);
}

export const signalVectors: Adapters = {
	rate: adapter(
		({ intersections, selected, weights }: { intersections: Cells; selected: SectorKey[]; weights: [number, number, number] }) => {
			const table = reportOf([
				(timeframe) => Object.fromEntries(Object.entries(intersections).map(([key, depths]) => [key, depths?.[timeframe] ?? null])),
			]);
			return {
				rate: computeRowRate(table, 0, { ...FREE, sectors: selected }, { ...PARAMETERS_V1, slotWeights: weights }),
				visible_depth: visibleDepth(intersections, Object.keys(intersections) as SectorKey[]).depth,
			};
		},
	),
	filterMatch: adapter(({ card, filters }: { card: Card; filters: Triple[][] }) =>
		filters.map((filter) => countRows(reportOf([cardDepths(card)]), { ...FREE, conditions: conditionsOf(filter) }, PARAMETERS_V1) === 1),
	),
	packAndMatch: adapter((input: { depths: Depths; depthsMissingOptions: Depths; needs: Record<string, number>[] }) => {
		const [word, wordMissing] = [scoredWord(input.depths), scoredWord(input.depthsMissingOptions)];
		const needWords = input.needs.map((need) => needWord(Object.entries(need).map(([key, value]) => ({ sector: slice(key), value }))));
		return {
			word,
			wordMissing,
			needWords,
			match: needWords.map((need) => wordMatches(word, need)),
			matchMissing: needWords.map((need) => wordMatches(wordMissing, need)),
		};
	}),
	orientation: adapter(({ filters, timeframe }: { filters: Triple[][]; timeframe: string }) =>
		filters.map((filter) => orientation(conditionsOf(filter), indexOfCode(timeframe))),
	),
	sort: adapter(({ rows }: { rows: Row[] }) => {
		const tickers = rows.map(({ ticker }) => ticker);
		const page = rankPage(ranked(rows), symbolRanks(tickers), FREE, PARAMETERS_V1, { skip: 0, max: rows.length });
		return Array.from(page.rows, (row) => tickers[row]);
	}),
	tabMember: adapter(({ cards, slots }: { cards: Card[]; slots: string[] }) => {
		if (slots.some((code, slot) => indexOfCode(code) !== STRATEGY.slots[slot]))
			throw new RangeError('The cards are those of the first strategy.');
		return cards.map((card) =>
			Object.fromEntries(
				TABS.map(({ name: tab }) => [tab, countRows(reportOf([cardDepths(card)]), { ...FREE, tab }, PARAMETERS_V1) === 1]),
			),
		);
	}),
};
