import type { ExportValue } from '@sw/domain/reports/list/export-columns';
import { columnsOf, type TableColumn, type tableFacts } from '../../platform/tables/table.ts';
import { type TableFile, type TableFormat, tableFile } from '../../platform/tables/table-file.ts';
import { COST_SOURCE } from '../occurrence-file.ts';
import type { PositionAnswer } from './backtest-answers.ts';

interface PositionColumn extends TableColumn {
	readonly read: (row: PositionAnswer) => ExportValue;
}

type Named = Exclude<keyof PositionAnswer, 'time'>;

function column(name: Named, type: TableColumn['type'], unit: string, description: string): PositionColumn {
	return { name, type, unit, description, read: (row) => row[name] };
}

const COLUMNS: readonly PositionColumn[] = [
	{ name: 'report', type: 'text', unit: 'UTC instant', description: 'Time of the report', read: (row) => row.time },
	column('ticker', 'text', '', 'Symbol'),
	column('ticker_id', 'integer', '', 'Permanent id of the ticker'),
	column('rate', 'integer', 'points', 'Rate in the report'),
	column('tier', 'text', '', 'Market cap at entry; empty while open or not measurable'),
	column('entry', 'text', 'UTC instant', 'Start of the slot at whose open the position is opened'),
	column('entry_price', 'decimal', 'US dollars', 'Adjusted for splits to the newest session; empty as above'),
	column('exit', 'text', 'UTC instant', 'When it was closed; the latest time while open'),
	column('exit_price', 'decimal', 'US dollars', 'As the entry price'),
	column('exit_reason', 'text', '', 'horizon, stop, target or left (the list); empty as above'),
	column('own_return', 'decimal', 'log return', 'Of the ticker, dividends included; empty as above'),
	column('peer_return', 'decimal', 'log return', 'Mean of the tier over the same time; empty as above'),
	column('cost', 'decimal', 'log return', 'Cost of the round trip; empty as above'),
	column('cost_source', 'text', '', COST_SOURCE),
	column('excess', 'decimal', 'log return', "Return minus that of the peers, in the candidate's direction, minus cost; empty as above"),
	column('best', 'decimal', 'log return', "Largest move in the position's favour between entry and exit; empty as above"),
	column('worst', 'decimal', 'log return', 'Largest move against the position between entry and exit; empty as above'),
	column('reconstructed', 'boolean', '', 'Whether the report was reconstructed afterwards'),
	{ name: 'hypothetical', type: 'boolean', unit: '', description: 'Always true: not a real trade', read: () => true },
];

interface FileMeta {
	/** Of what. */
	question: object;
	/** By which rules and up to when. */
	facts: ReturnType<typeof tableFacts>;
	name: string;
}

/** Positions of a back-test as a file, slice by slice. */
export function positionFile(
	format: TableFormat,
	rows: AsyncIterable<readonly PositionAnswer[]>,
	{ question, facts, name }: FileMeta,
): TableFile {
	return tableFile(format, { columns: COLUMNS, head: { question, ...facts }, slices: columnsOf(COLUMNS, rows) }, name);
}
