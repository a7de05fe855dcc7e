import { computeLift } from '../attention/measure.ts';
import { rowMatches } from '../inbox/list-changes.ts';
import { computeRowRate } from '../reports/list/ranking.ts';
import { rowOfTicker } from '../reports/list/row-mask.ts';
import { createTabRule } from '../reports/list/time-in-list.ts';
import { depthIn } from '../signals/packed.ts';
import type { ParameterSet } from '../signals/parameters.ts';
import { FLAG_QUARANTINE, type ReportTable, Z_SERIES } from '../signals/report-table.ts';
import { sectorIndex, tabOperation } from '../signals/sector.ts';
import { strategyNamed, TIMEFRAME_COUNT, timeframeIndex } from '../time/timeframe.ts';
import type { TickerId } from '../time/units.ts';
import type { AlertCondition } from './ticker-alert.ts';

export type MeasuredCondition = Extract<AlertCondition, { kind: 'rate' | 'depth' | 'volume' | 'mentions' | 'mention_spike' }>;
type AlertedList = Pick<Extract<AlertCondition, { kind: 'rate' }>, 'tab' | 'strategy'>;

/** Values of a report that alerts compare, by row. */
export interface AlertValues {
	/** Returns a reader of the value that is compared to the threshold; NaN if unknown. */
	createValueReader(condition: MeasuredCondition): (row: number) => number;
	createListTest(list: AlertedList): (row: number) => boolean;
}

const NOT_COMPUTED = -1;
const NO_CONDITIONS = new Uint32Array(TIMEFRAME_COUNT);

/** The ticker's usual number of mentions per day, from the days before the report's session; NaN if unknown. */
export type UsualMentions = (id: TickerId) => number;

/** Creates the alert values of a report. Rates and list membership are cached by row, because many alerts need the same list. */
export function createAlertValues(table: ReportTable, parameters: ParameterSet, usualMentions: UsualMentions): AlertValues {
	const columnReaders = new Map<string, (row: number) => number>();
	const getOrCreateColumnReader = (key: string, create: () => (row: number) => number): ((row: number) => number) => {
		const cached = columnReaders.get(key);
		if (cached) return cached;
		const compute = create();
		const values = new Float64Array(table.count).fill(NOT_COMPUTED);
		const readColumn = (row: number): number => {
			const value = values[row]!;
			if (value !== NOT_COMPUTED) return value;
			const computed = compute(row);
			values[row] = computed;
			return computed;
		};
		columnReaders.set(key, readColumn);
		return readColumn;
	};

	const getRateReader = ({ tab, strategy }: AlertedList): ((row: number) => number) =>
		getOrCreateColumnReader(`rate ${tab} ${strategy}`, () => {
			const query = { tab, strategy: strategyNamed(strategy), operation: tabOperation(tab) };
			return (row) => computeRowRate(table, row, query, parameters);
		});

	return {
		createValueReader: (condition) => {
			if (condition.kind === 'mentions') return (row) => countOrNaN(table.mentions[row]!);
			if (condition.kind === 'mention_spike')
				return (row) => computeLift(countOrNaN(table.mentions[row]!), usualMentions(table.tickerId[row] as TickerId));
			if (condition.kind === 'rate') return getRateReader(condition);
			const timeframe = timeframeIndex(condition.timeframe);
			if (condition.kind === 'depth') {
				const [words, sector] = [table.words[timeframe], sectorIndex(condition.sector)];
				return (row) => depthIn(words[row]!, sector) ?? Number.NaN;
			}
			const columnStart = (timeframe * Z_SERIES.length + Z_SERIES.indexOf('volume')) * table.count;
			return (row) => table.z[columnStart + row]!;
		},
		createListTest: ({ tab, strategy }) => {
			const readColumn = getOrCreateColumnReader(`list ${tab} ${strategy}`, () => {
				const [tabRule, ratedStrategy] = [createTabRule(tab, parameters.tabQuorum), strategyNamed(strategy)];
				return (row) => (rowMatches(table, row, tabRule, ratedStrategy, NO_CONDITIONS) ? 1 : 0);
			});
			return (row) => readColumn(row) === 1;
		},
	};
}

function countOrNaN(mentions: number): number {
	return mentions < 0 ? Number.NaN : mentions;
}

/**
 * Finds the ticker nearest to firing: the highest value below the threshold or, for alerts on a fall, the lowest value at or above it. Among equal values,
 * the first ticker; undefined if there is none.
 */
export function findNearestTicker(
	condition: MeasuredCondition,
	ids: readonly TickerId[],
	table: ReportTable,
	values: AlertValues,
): { tickerId: TickerId; value: number } | undefined {
	const readValue = values.createValueReader(condition);
	const falls = condition.falls === true;
	let nearest: { tickerId: TickerId; value: number } | undefined;
	for (const tickerId of ids) {
		const row = rowOfTicker(table, tickerId);
		if (row === -1 || (table.flags[row]! & FLAG_QUARANTINE) !== 0) continue;
		const value = readValue(row);
		const isWaiting = falls ? value >= condition.value : value < condition.value;
		if (isWaiting && (!nearest || (falls ? value < nearest.value : value > nearest.value))) nearest = { tickerId, value };
	}
	return nearest;
}
