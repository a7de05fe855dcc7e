import type { ListQuestion } from '../reports/list/list-question.ts';
import { computeRowRate, countRows, rankPage, symbolRanks } from '../reports/list/ranking.ts';
import { SECTOR_SERIES } from '../reports/list/rate.ts';
import { type Cells, sumVisibleDepths } from '../signals/cells.ts';
import { filterDirection } from '../signals/filter.ts';
import { packConditions, wordMatches } from '../signals/packed.ts';
import { PARAMETERS_V1 } from '../signals/parameters.ts';
import { createReportTable, FLAG_ELIGIBLE, type ReportTable, Z_SERIES } from '../signals/report-table.ts';
import { type SectorIndex, type SectorKey, SQUEEZE, sectorIndex, TABS } from '../signals/sector.ts';
import { tabSectors } from '../signals/tabs.ts';
import { strategyNamed, TIMEFRAMES, type TimeframeIndex } from '../time/timeframe.ts';
import { utcMs } from '../time/units.ts';
import { scoredWord } from './engine-vectors.ts';
import { indexOfCode } from './time-vectors.ts';
import { type Adapters, createAdapter } from './vector-adapter.ts';

/** Depths by sector or 'squeeze'; an omitted depth is 0. */
type Depths = Readonly<Record<string, number | null>>;
/** Depths by timeframe code, for each sector or 'squeeze'. */
type Card = Readonly<Record<string, Depths>>;
type ConditionTriple = [sector: string, timeframe: string, value: number];

/** Lists are computed from reports, so cards and rows become reports of eligible tickers. */
const STRATEGY = strategyNamed('first');
const FREE: ListQuestion = { tab: 'free', operation: 'short', strategy: STRATEGY };

function createReport(rows: readonly ((timeframe: TimeframeIndex) => Depths)[]): ReportTable {
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

function parseConditions(filter: readonly ConditionTriple[]) {
	return filter.map(([sector, timeframe, value]) => ({ sector: sector as SectorKey, timeframe: indexOfCode(timeframe), value }));
}

interface Row {
	ticker: string;
	rate: number;
	fine: number;
	cap: number | null;
}

/** Creates a report whose rows have these rates, fine scores and market caps. */
function createRankedReport(rows: readonly Row[]): ReportTable {
	const depths = rows.map(({ rate }) => {
		const cells = STRATEGY.rated.map((): Record<string, number> => ({}));
		distribute(rate, PARAMETERS_V1.rings.length, true, (sector, slot, value) => {
			(cells[slot] as Record<string, number>)[sector] = value;
		});
		return (timeframe: TimeframeIndex) => cells[timeframe] ?? {};
	});
	const table = createReport(depths);
	for (const [row, { fine, cap }] of rows.entries()) {
		table.cap[row] = cap ?? Number.NaN;
		distribute(fine, PARAMETERS_V1.fine.clamp, false, (sector, slot, value) => {
			table.z[(STRATEGY.rated[slot]! * Z_SERIES.length + SECTOR_SERIES[sector][0]) * table.count + row] = value;
		});
	}
	return table;
}

/** Distributes a sum over a list's four sectors and three timeframes, with at most `limit` per cell. */
function distribute(sum: number, limit: number, isWhole: boolean, setCell: (sector: SectorKey, slot: number, value: number) => void): void {
	let remainder = sum;
	for (const slot of [2, 1, 0])
		for (const sector of tabSectors(FREE.tab, FREE.operation)) {
			const weight = PARAMETERS_V1.slotWeights[slot]!;
			const value = Math.min(limit, isWhole ? Math.floor(remainder / weight) : remainder / weight);
			setCell(sector, slot, value);
			remainder -= weight * value;
		}
	if (remainder !== 0) throw new RangeError(`No row has the sum ${sum}.`);
}

function sectorIndexOf(key: string): SectorIndex {
	return key === 'squeeze' ? SQUEEZE : sectorIndex(key as SectorKey);
}

export const signalVectors: Adapters = {
	rate: createAdapter(
		({ intersections, selected, weights }: { intersections: Cells; selected: SectorKey[]; weights: [number, number, number] }) => {
			const table = createReport([
				(timeframe) => Object.fromEntries(Object.entries(intersections).map(([key, depths]) => [key, depths?.[timeframe] ?? null])),
			]);
			return {
				rate: computeRowRate(table, 0, { ...FREE, sectors: selected }, { ...PARAMETERS_V1, slotWeights: weights }),
				visible_depth: sumVisibleDepths(intersections, Object.keys(intersections) as SectorKey[]).depth,
			};
		},
	),
	filterMatch: createAdapter(({ card, filters }: { card: Card; filters: ConditionTriple[][] }) =>
		filters.map(
			(filter) => countRows(createReport([cardDepths(card)]), { ...FREE, conditions: parseConditions(filter) }, PARAMETERS_V1) === 1,
		),
	),
	packAndMatch: createAdapter((input: { depths: Depths; depthsMissingOptions: Depths; needs: Record<string, number>[] }) => {
		const [word, wordMissing] = [scoredWord(input.depths), scoredWord(input.depthsMissingOptions)];
		const needWords = input.needs.map((need) =>
			packConditions(Object.entries(need).map(([key, value]) => ({ sector: sectorIndexOf(key), value }))),
		);
		return {
			word,
			wordMissing,
			needWords,
			match: needWords.map((need) => wordMatches(word, need)),
			matchMissing: needWords.map((need) => wordMatches(wordMissing, need)),
		};
	}),
	orientation: createAdapter(({ filters, timeframe }: { filters: ConditionTriple[][]; timeframe: string }) =>
		filters.map((filter) => filterDirection(parseConditions(filter), indexOfCode(timeframe))),
	),
	sort: createAdapter(({ rows }: { rows: Row[] }) => {
		const tickers = rows.map(({ ticker }) => ticker);
		const page = rankPage(createRankedReport(rows), symbolRanks(tickers), FREE, PARAMETERS_V1, { skip: 0, max: rows.length });
		return Array.from(page.rows, (row) => tickers[row]);
	}),
	tabMember: createAdapter(({ cards, slots }: { cards: Card[]; slots: string[] }) => {
		if (slots.some((code, slot) => indexOfCode(code) !== STRATEGY.rated[slot]))
			throw new RangeError('The cards are those of the first strategy.');
		return cards.map((card) =>
			Object.fromEntries(
				TABS.map(({ name: tab }) => [tab, countRows(createReport([cardDepths(card)]), { ...FREE, tab }, PARAMETERS_V1) === 1]),
			),
		);
	}),
};
