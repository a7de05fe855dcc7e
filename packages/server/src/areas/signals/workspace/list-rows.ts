import { columnMove } from '@sw/domain/reports/list/column-values';
import { columnTimeframe } from '@sw/domain/reports/list/list-columns';
import { countRows, rateOf } from '@sw/domain/reports/list/ranking';
import { rowOfTicker, singleRow } from '@sw/domain/reports/list/row-mask';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import { isoSeconds } from '@sw/domain/time/format';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import type { OpenReport } from '../open-reports.ts';
import type { Reading } from '../reading.ts';
import type { ListedSince } from './listed-since.ts';
import type { WorkspaceCard } from './workspace-cards.ts';

export type RowOf = (row: number) => NonNullable<WorkspaceCard['row']>;

/** Columns of the table view; `before` is the previous report, if any. */
export function listRows(
	{ table, facts }: OpenReport,
	{ before, listed }: { before: OpenReport | undefined; listed: ListedSince },
	{ question }: Reading,
	parameters: ParameterSet,
): RowOf {
	const timeframe = TIMEFRAMES[columnTimeframe(question.strategy)].name;

	const rateBefore = (report: OpenReport, id: number): number | null => {
		const past = rowOfTicker(report.table, id);
		const listed = past !== -1 && countRows(singleRow(report.table, past), question, parameters) > 0;
		return listed ? rateOf(report.table, past, question, parameters) : null;
	};

	return (row) => {
		const id = table.tickerId[row]!;
		const mentions = table.mentions[row]!;
		const dollars = table.dollarVolume[row]!;
		const move = (column: Parameters<typeof columnMove>[2]) => shown(columnMove(table, row, column, question.strategy));
		return {
			mentions: mentions < 0 ? null : mentions,
			dollar_volume: Number.isNaN(dollars) ? null : Math.round(dollars),
			timeframe,
			move: move('move'),
			volume: move('volume'),
			options: move('options'),
			listed: isoSeconds(listed.get(id) ?? facts.time),
			before: before ? { time: isoSeconds(before.facts.time), weighted_sum: rateBefore(before, id) } : null,
		};
	};
}

/** Two decimals are enough for readers. */
function shown(z: number): number | null {
	return Number.isNaN(z) ? null : Math.round(z * 100) / 100;
}
