import type { AnswerOf } from '@sw/contract/base/define';
import type { research } from '@sw/contract/research/research';
import type { ExportValue } from '@sw/domain/reports/list/export-columns';
import { type buildTableMetadata, type TableColumn, toColumnSlices } from '../platform/tables/table.ts';
import { createTableFile, type TableFile, type TableFormat } from '../platform/tables/table-file.ts';

type OccurrenceAnswer = AnswerOf<(typeof research)['validationOccurrences']>['items'][number];

export interface OccurrenceRow extends OccurrenceAnswer {
	horizon: number;
}

const PRICE_FIELDS = ['entry_price', 'exit_price', 'own_return', 'peer_return', 'cost', 'cost_source', 'best', 'worst'] as const;
export const COST_SOURCE_TEXT = 'edge: spread estimated from earlier bars; default: by size of the company; empty as above';
/** An occurrence of a stored search, for which only the outcome is stored. */
export type SearchRow = Omit<OccurrenceRow, (typeof PRICE_FIELDS)[number]>;

interface OccurrenceColumn<R> extends TableColumn {
	readonly read: (row: R) => ExportValue;
}

const COLUMNS: readonly OccurrenceColumn<OccurrenceRow>[] = [
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
		name: 'entry',
		type: 'text',
		unit: 'UTC instant',
		description: 'Start of the slot at whose open the position is opened',
		read: (row) => row.entry,
	},
	{
		name: 'entry_price',
		type: 'decimal',
		unit: 'US dollars',
		description: 'Adjusted for splits to the newest session; empty as above',
		read: (row) => row.entry_price,
	},
	{
		name: 'exit',
		type: 'text',
		unit: 'UTC instant',
		description: 'End of the bar at whose close the position is closed',
		read: (row) => row.exit,
	},
	{ name: 'exit_price', type: 'decimal', unit: 'US dollars', description: 'As the entry price', read: (row) => row.exit_price },
	{
		name: 'own_return',
		type: 'decimal',
		unit: 'log return',
		description: 'Of the ticker, dividends included; empty as above',
		read: (row) => row.own_return,
	},
	{
		name: 'peer_return',
		type: 'decimal',
		unit: 'log return',
		description: 'Mean of the tier over the same time; empty as above',
		read: (row) => row.peer_return,
	},
	{
		name: 'cost',
		type: 'decimal',
		unit: 'log return',
		description: 'Cost of the round trip; empty as above',
		read: (row) => row.cost,
	},
	{ name: 'cost_source', type: 'text', unit: '', description: COST_SOURCE_TEXT, read: (row) => row.cost_source },
	{
		name: 'best',
		type: 'decimal',
		unit: 'log return',
		description: "Largest move in the position's favour between entry and exit; empty as above",
		read: (row) => row.best,
	},
	{
		name: 'worst',
		type: 'decimal',
		unit: 'log return',
		description: 'Largest move against the position between entry and exit; empty as above',
		read: (row) => row.worst,
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

/** Columns that need neither prices nor values derived from prices. */
const SEARCH_COLUMNS: readonly OccurrenceColumn<SearchRow>[] = COLUMNS.filter(
	({ name }) => !PRICE_FIELDS.some((field) => field === name),
) as never;

interface FileMeta {
	/** The question that was asked. */
	question: object;
	/** Versions of the definitions and the time of the data. */
	metadata: ReturnType<typeof buildTableMetadata>;
	name: string;
}

export function createOccurrenceFile(format: TableFormat, rows: AsyncIterable<readonly OccurrenceRow[]>, meta: FileMeta): TableFile {
	return createFile(format, COLUMNS, rows, meta);
}

export function createSearchFile(format: TableFormat, rows: AsyncIterable<readonly SearchRow[]>, meta: FileMeta): TableFile {
	return createFile(format, SEARCH_COLUMNS, rows, meta);
}

function createFile<R>(
	format: TableFormat,
	columns: readonly OccurrenceColumn<R>[],
	rows: AsyncIterable<readonly R[]>,
	{ question, metadata, name }: FileMeta,
): TableFile {
	return createTableFile(format, { columns, metadata: { question, ...metadata }, slices: toColumnSlices(columns, rows) }, name);
}
