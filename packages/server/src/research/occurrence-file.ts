import type { AnswerOf } from '@sw/contract/base/define';
import type { research } from '@sw/contract/research/research';
import type { ExportValue } from '@sw/domain/reports/list/export-columns';
import { columnsOf, type TableColumn, type tableFacts } from '../platform/tables/table.ts';
import { type TableFile, type TableFormat, tableFile } from '../platform/tables/table-file.ts';

type OccurrenceAnswer = AnswerOf<(typeof research)['validationOccurrences']>['items'][number];

export interface OccurrenceRow extends OccurrenceAnswer {
	horizon: number;
}

interface OccurrenceColumn extends TableColumn {
	readonly read: (row: OccurrenceRow) => ExportValue;
}

const COLUMNS: readonly OccurrenceColumn[] = [
	{ name: 'report', type: 'text', unit: 'UTC instant', description: 'Time of the report', read: (row) => row.time },
	{ name: 'ticker', type: 'text', unit: '', description: 'Symbol', read: (row) => row.ticker },
	{ name: 'ticker_id', type: 'integer', unit: '', description: 'Permanent id of the ticker', read: (row) => row.ticker_id },
	{ name: 'rate', type: 'integer', unit: 'points', description: 'Rate in the report', read: (row) => row.rate },
	{
		name: 'horizon',
		type: 'integer',
		unit: 'bars',
		description: 'Horizon: bars after which the outcome is measured',
		read: (row) => row.horizon,
	},
	{
		name: 'hit',
		type: 'boolean',
		unit: '',
		description: 'Whether it beat the median of its tier after costs; empty if not completed or not measurable',
		read: (row) => row.hit,
	},
	{
		name: 'excess',
		type: 'decimal',
		unit: 'log return',
		description: "Log return after costs minus the mean of its tier, in the candidate's direction; empty as above",
		read: (row) => row.excess,
	},
	{
		name: 'reconstructed',
		type: 'boolean',
		unit: '',
		description: 'Whether the report was reconstructed afterwards',
		read: (row) => row.reconstructed,
	},
	{
		name: 'since_saved',
		type: 'boolean',
		unit: '',
		description: 'Whether the report was published live after the saved filter was saved; empty without a saved filter',
		read: (row) => row.since_saved,
	},
	{ name: 'hypothetical', type: 'boolean', unit: '', description: 'Always true: not a real trade', read: () => true },
];

/** Occurrences as a file, slice by slice; `question` says of what, `facts` by which rules and up to when. */
export function occurrenceFile(
	format: TableFormat,
	rows: AsyncIterable<readonly OccurrenceRow[]>,
	{ question, facts, name }: { question: object; facts: ReturnType<typeof tableFacts>; name: string },
): TableFile {
	return tableFile(format, { columns: COLUMNS, head: { question, ...facts }, slices: columnsOf(COLUMNS, rows) }, name);
}
