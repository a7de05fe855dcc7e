import type { ExportValue } from '@sw/domain/reports/list/export-columns';
import { columnsOf, type TableColumn, type tableFacts } from '../../platform/tables/table.ts';
import { type TableFile, type TableFormat, tableFile } from '../../platform/tables/table-file.ts';
import type { DecisionAnswer } from './decisions.ts';

interface DecisionColumn extends TableColumn {
	readonly read: (row: DecisionAnswer) => ExportValue;
}

function text(name: string, description: string, read: DecisionColumn['read'], unit = ''): DecisionColumn {
	return { name, type: 'text', unit, description, read };
}

const COLUMNS: readonly DecisionColumn[] = [
	text('made', 'Market time of the decision', (row) => row.made, 'UTC instant'),
	text('ticker', 'Symbol', (row) => row.ticker),
	{ name: 'ticker_id', type: 'integer', unit: '', description: 'Permanent id of the ticker', read: (row) => row.ticker_id },
	text('decision', 'took, passed or watching', (row) => row.decision),
	text('direction', 'Expected direction: short or long', (row) => row.operation),
	{ name: 'horizon', type: 'integer', unit: 'bars', description: 'Planned exit', read: (row) => row.horizon },
	text('timeframe', 'Timeframe of these bars', (row) => row.timeframe),
	text('filter', 'Name of the saved filter', (row) => row.filter_name),
	text('tags', 'Tags, separated by semicolons', (row) => row.tags.join(';')),
	text('note', 'Why', (row) => row.note),
	text('entry', 'Start of the slot of the entry', (row) => row.entry, 'UTC instant'),
	text('exit', 'End of the bar of the exit', (row) => row.exit, 'UTC instant'),
	text('state', 'open, closed or unmeasurable', (row) => row.state),
	{ name: 'hit', type: 'boolean', unit: '', description: 'Whether it beat the median of its tier after costs', read: (row) => row.hit },
	{
		name: 'excess',
		type: 'decimal',
		unit: 'log return',
		description: 'Log return after costs minus the mean of its tier, in its direction',
		read: (row) => row.excess,
	},
	{
		name: 'base_rate',
		type: 'decimal',
		unit: 'share',
		description: 'Share of its tier that would have been hits',
		read: (row) => row.base_rate,
	},
	{ name: 'hypothetical', type: 'boolean', unit: '', description: 'Always true: not a real trade', read: () => true },
];

/** Decisions as a file, newest first. */
export function decisionFile(
	format: TableFormat,
	rows: AsyncIterable<readonly DecisionAnswer[]>,
	facts: ReturnType<typeof tableFacts>,
): TableFile {
	return tableFile(format, { columns: COLUMNS, head: { ...facts }, slices: columnsOf(COLUMNS, rows) }, 'signalwheel-decisions');
}
