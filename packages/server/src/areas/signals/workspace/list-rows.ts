import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import type { FrozenEntry } from '@sw/domain/filters/frozen';
import type { Licence } from '@sw/domain/reports/licence';
import { columnTimeframe } from '@sw/domain/reports/list/list-columns';
import { columnMove, computeRowRate, countRows } from '@sw/domain/reports/list/ranking';
import { memberRows } from '@sw/domain/reports/list/ranking-members';
import { extractRow, rowOfTicker } from '@sw/domain/reports/list/row-mask';
import { isoSeconds } from '@sw/domain/time/format';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import type { ReportTime } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { Source } from '../../../market/window/source.ts';
import { presentHead } from '../../report-head.ts';
import type { OpenReport, OpenReports } from '../open-reports.ts';
import type { WorkspaceParts } from '../ports.ts';
import type { ResolvedQuery } from '../reading.ts';

export type RowReader = (row: number) => NonNullable<WorkspaceCard['row']>;

/**
 * Returns the function that reads a row's columns for the table view. `before`: the previous report, if any. `listed`: since when each ticker has been in the
 * list.
 */
export function createRowReader(
	{ table, facts }: OpenReport,
	{ before, listed }: { before: OpenReport | undefined; listed: ListedSince },
	{ question }: ResolvedQuery,
	{ parameters, directory }: Pick<WorkspaceParts, 'parameters' | 'directory'>,
): RowReader {
	const timeframe = TIMEFRAMES[columnTimeframe(question.strategy)].name;

	const rateIn = (report: OpenReport, id: number): number | null => {
		const pastRow = rowOfTicker(report.table, id);
		const isListed = pastRow !== -1 && countRows(extractRow(report.table, pastRow), question, parameters) > 0;
		return isListed ? computeRowRate(report.table, pastRow, question, parameters) : null;
	};

	return (row) => {
		const id = table.tickerId[row]!;
		const mentions = table.mentions[row]!;
		const dollars = table.dollarVolume[row]!;
		const move = (column: Parameters<typeof columnMove>[2]) => roundZ(columnMove(table, row, column, question.strategy));
		return {
			mentions: mentions < 0 ? null : mentions,
			dollar_volume: Number.isNaN(dollars) ? null : Math.round(dollars),
			industry: directory.byId(id)?.industry ?? null,
			timeframe,
			move: move('move'),
			volume: move('volume'),
			options: move('options'),
			listed: isoSeconds(listed.get(id) ?? facts.time),
			before: before ? { time: isoSeconds(before.facts.time), weighted_sum: rateIn(before, id) } : null,
		};
	};
}

/** Rounds to two decimals; NaN becomes null. */
function roundZ(z: number): number | null {
	return Number.isNaN(z) ? null : Math.round(z * 100) / 100;
}

/** By ticker id, the report of the session since which the ticker has been in the list without interruption. */
export type ListedSince = ReadonlyMap<number, ReportTime>;

/** Finds since when each row has been in the list without interruption, going back through the session's reports that the licence opens. */
export function createListedSince({
	parts,
	open: openReports,
}: {
	parts: Pick<WorkspaceParts, 'parameters'>;
	open: Pick<OpenReports, 'before'>;
}) {
	return async (
		newestReport: OpenReport,
		rows: Uint32Array,
		{ question }: ResolvedQuery,
		licence: Licence | null,
	): Promise<ListedSince> => {
		const sinceById = new Map(Array.from(rows, (row) => [newestReport.table.tickerId[row]!, newestReport.facts.time] as const));
		const session = newYorkDate(newestReport.facts.time);
		let remainingIds = [...sinceById.keys()];
		let currentReport = newestReport;
		while (remainingIds.length > 0) {
			const earlierReport = await openReports.before(currentReport, licence);
			if (!earlierReport || newYorkDate(earlierReport.facts.time) !== session) return sinceById;
			const listedMask = new Uint8Array(earlierReport.table.count);
			for (const row of memberRows(earlierReport.table, question, parts.parameters)) listedMask[row] = 1;
			remainingIds = remainingIds.filter((id) => listedMask[rowOfTicker(earlierReport.table, id)] === 1);
			for (const id of remainingIds) sinceById.set(id, earlierReport.facts.time);
			currentReport = earlierReport;
		}
		return sinceById;
	};
}

export type WorkspaceListAnswer = AnswerOf<Contract['signals']['sectorCharts']>;
export type WorkspaceCard = WorkspaceListAnswer['items'][number];
type WorkspaceHead = NonNullable<WorkspaceListAnswer['report']>;

export function presentWorkspaceHead({ facts, versionCount }: OpenReport, source: Source): WorkspaceHead {
	return {
		...presentHead(facts, source),
		versions: versionCount,
		report: facts.report,
		first: facts.first,
		hash: facts.hash,
	};
}

export function presentFreeze({ filterId, tab, reason, since, until }: FrozenEntry): NonNullable<WorkspaceCard['frozen']>[number] {
	return {
		filter: filterId,
		tab,
		reason,
		since: isoSeconds(since),
		until: until === null ? null : isoSeconds(until),
	};
}
