import { toConditions } from '../filters/entries.ts';
import { formatConditions } from '../filters/group-text.ts';
import { type Industries, toRowGroups } from '../filters/industries.ts';
import { createGroupTest } from '../reports/list/group-tests.ts';
import { memberRows } from '../reports/list/ranking-members.ts';
import { extractRow } from '../reports/list/row-mask.ts';
import { depthIn } from '../signals/packed.ts';
import type { ParameterSet } from '../signals/parameters.ts';
import { FLAG_ELIGIBLE, FLAG_STALE, type ReportTable } from '../signals/report-table.ts';
import { type SectorKey, sectorIndex, sectorLabel, TABS } from '../signals/sector.ts';
import { strategyNamed, TIMEFRAMES } from '../time/timeframe.ts';
import type { AlertQuestion } from './message.ts';

export const NOT_IN_REPORT = "it isn't in this report";

/** Explains why a row of the report isn't in the list of an alert's question: the first applicable reason, as the end of a sentence. */
export function explainLeaving(
	table: ReportTable,
	row: number,
	question: AlertQuestion,
	industries: Industries,
	parameters: ParameterSet,
): string {
	const flags = table.flags[row]!;
	if ((flags & FLAG_STALE) !== 0) return 'its prices are stale';
	if ((flags & FLAG_ELIGIBLE) === 0) return 'it is no longer eligible';
	for (const { sector, timeframe, value } of toConditions(question.entries)) {
		const depth = depthIn(table.words[timeframe][row]!, sectorIndex(sector));
		if (depth === null || depth < value) return describeUnmetCondition(sector, timeframe, depth);
	}
	const strategy = strategyNamed(question.strategy);
	const failedGroup = toRowGroups(question.groups, industries)?.find(
		(group) => !createGroupTest(table, group, { tab: question.tab, strategy })(row),
	);
	if (failedGroup) return `it no longer has ${formatConditions({ entries: [], groups: [failedGroup] })}`;
	const { tab, operation } = question;
	const isInTab = memberRows(extractRow(table, row), { tab, operation, strategy }, parameters).length > 0;
	const { label } = TABS.find(({ name }) => name === tab) as (typeof TABS)[number];
	return isInTab ? 'it is hidden' : `it is no longer in ${label}`;
}

/** Describes an unmet condition: 'Rose 1h: down to depth 1' */
function describeUnmetCondition(key: SectorKey, timeframe: number, depth: number | null): string {
	const cell = `${sectorLabel(key)} ${(TIMEFRAMES[timeframe] as (typeof TIMEFRAMES)[number]).label}`;
	if (depth === null) return `${cell}: not measurable`;
	return `${cell}: down to depth ${depth}`;
}
