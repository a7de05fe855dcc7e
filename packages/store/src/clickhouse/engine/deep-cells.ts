import { type FilterEntry, toConditions } from '@sw/domain/filters/entries';
import { isEntry, isRange } from '@sw/domain/filters/groups';
import type { RowGroup, RowTest } from '@sw/domain/filters/industries';
import { CAPS, type CapGroup } from '@sw/domain/prices/buckets';
import type { ScannedQuestion } from '@sw/domain/research/history-scan';
import { activeConditions, type Condition } from '@sw/domain/signals/filter';
import { SECTOR_COUNT, sectorIndex } from '@sw/domain/signals/sector';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { ELIGIBLE, TIERS } from './history-scan-condition.ts';
import { int } from './sql.ts';
import { DAY_FIGURES, LISTED_COLUMNS, WORD_COLUMNS } from './tables.ts';

/**
 * The table deep_cells has one row per cell (a slice on a timeframe) of at least this depth, from all report rows that can be in a tab. The cells are
 * sorted by slice, timeframe and depth, so a filter that requires a depth of one cell reads only that part.
 */
const MIN_DEPTH = 2;
const SLICES = SECTOR_COUNT + 1;

function depthExpression(timeframe: number, slice: number): string {
	return `bitAnd(bitShiftRight(${WORD_COLUMNS[timeframe as 0]}, ${int(4 * slice)}), 7)`;
}

/** Returns the base value of a cell in the column `reached`: the cell's number times 8. A stored value is this base plus the depth. */
function reachedBase(timeframe: number, slice: number): number {
	return 8 * (SLICES * timeframe + slice);
}

const REACHED = TIMEFRAMES.flatMap((_, timeframe) =>
	Array.from({ length: SLICES }, (_, slice) => `toUInt16(${int(reachedBase(timeframe, slice))} + ${depthExpression(timeframe, slice)})`),
);

function tierNumber(tier: CapGroup): number {
	return CAPS.findIndex(({ name }) => name === tier);
}

const TIER = `toUInt8(multiIf(${Object.entries(TIERS)
	.map(([tier, test]) => `${test}, ${int(tierNumber(tier as CapGroup))}`)
	.join(', ')}, 0))`;

/** The columns of deep_cells in each schema version: at first, then with public information, with the session's numbers, and with the time in lists. */
const COLUMNS_V1 = `reached, report, algo, build, ticker_id, ${WORD_COLUMNS.join(', ')}, tier`;
const COLUMNS_V2 = `${COLUMNS_V1}, information`;

const COLUMNS_V3 = `${COLUMNS_V2}, ${Object.keys(DAY_FIGURES).join(', ')}`;

export const DEEP_CELL_COLUMNS = `${COLUMNS_V3}, ${LISTED_COLUMNS.join(', ')}`;

/** Queries that derive deep_cells from report rows. Schema migrations and stored data depend on all four. */
export const DEEP_CELLS_QUERY = deepCellsQuery(DEEP_CELL_COLUMNS);
export const DEEP_CELLS_QUERY_V3 = deepCellsQuery(COLUMNS_V3);
export const DEEP_CELLS_QUERY_V2 = deepCellsQuery(COLUMNS_V2);
export const DEEP_CELLS_QUERY_V1 = deepCellsQuery(COLUMNS_V1);

function deepCellsQuery(columns: string): string {
	return `SELECT ${columns.replace('tier', `${TIER} AS tier`)}
	FROM report_rows ARRAY JOIN arrayFilter(cell -> bitAnd(cell, 7) >= ${int(MIN_DEPTH)}, [${REACHED.join(', ')}]) AS reached WHERE ${ELIGIBLE}`;
}

export function tierEquals(tier: CapGroup): string {
	return `tier = ${int(tierNumber(tier))}`;
}

/**
 * Returns conditions by which deep_cells can answer a question: its deepest condition, or several of which every match meets at least one. Undefined if
 * the question asks for less depth, or for data that is not in the table.
 */
export function coveringConditions({ conditions = [], groups = [], mentions = [] }: ScannedQuestion): readonly Condition[] | undefined {
	if (mentions.length > 0 || groups.some(hasUncoveredRange)) return undefined;
	const [deepest] = activeConditions(conditions).toSorted((a, b) => b.value - a.value);
	if (deepest && deepest.value >= MIN_DEPTH) return [deepest];
	return groups.map(coveringConditionsOfGroup).find((cells) => cells !== undefined);
}

/** Returns whether a group has a range of a measure that is not a column of deep_cells. */
function hasUncoveredRange({ filters, groups }: RowGroup): boolean {
	return [...filters, ...groups.flatMap((group) => group.filters)].some(
		(test) => isRange(test) && !(test.measure in DAY_FIGURES || test.measure === 'minutes_in_list'),
	);
}

/** Returns conditions such that each row that passes the group meets at least one; undefined if the group implies none. */
function coveringConditionsOfGroup({ match, filters, groups }: RowGroup): Condition[] | undefined {
	if (match !== 'any') return undefined;
	// For an inner group that requires all conditions, the deepest one is enough.
	const requiredTests = groups.map((group): readonly RowTest[] => {
		if (group.match === 'none') return [];
		return group.match === 'all' ? deepestOf(group.filters.filter(isEntry)) : group.filters;
	});
	const tests = [...filters, ...requiredTests.flat()];
	const entries = tests.filter(isEntry);
	const isCovered = requiredTests.every((groupTests) => groupTests.length > 0) && entries.length === tests.length;
	return isCovered && entries.length > 0 && entries.every(({ value }) => value >= MIN_DEPTH) ? toConditions(entries) : undefined;
}

function deepestOf(entries: readonly FilterEntry[]): FilterEntry[] {
	return entries.toSorted((a, b) => b.value - a.value).slice(0, 1);
}

/** Selects the rows of these conditions' cells. A row of several cells is selected only once, by the first condition that it meets. */
export function deepRanges(conditions: readonly Condition[]): string {
	const alternatives = conditions.map((condition, at) => {
		const earlierUnmet = conditions
			.slice(0, at)
			.map(({ sector, timeframe, value }) => `${depthExpression(timeframe, sectorIndex(sector))} < ${int(value)}`);
		return [deepRange(condition), ...earlierUnmet].join(' AND ');
	});
	return alternatives.length === 1 ? alternatives[0]! : `(${alternatives.map((one) => `(${one})`).join(' OR ')})`;
}

/** Selects the rows of the condition's cell with at least the required depth. */
function deepRange({ sector, timeframe, value }: Condition): string {
	const base = reachedBase(timeframe, sectorIndex(sector));
	return `reached >= ${int(base + Math.min(7, Math.ceil(value)))} AND reached <= ${int(base + 7)}`;
}
