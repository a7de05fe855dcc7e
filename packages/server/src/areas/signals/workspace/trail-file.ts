import type { AnswerOf } from '@sw/contract/base/define';
import type { sectorChartCalls } from '@sw/contract/signals/sector-charts';
import { SECTORS, SQUEEZE_LABEL } from '@sw/domain/signals/sector';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { slicesOf, type TableColumn, tableFacts, type Values } from '../../../platform/tables/table.ts';
import { type TableFile, type TableFormat, tableFile } from '../../../platform/tables/table-file.ts';
import type { WorkspaceParts } from '../ports.ts';

type Trail = AnswerOf<(typeof sectorChartCalls)['sectorChartTrail']>;

interface Column extends TableColumn {
	readonly at: (row: number) => Values[number];
}

/** A ticker's reports as a file, oldest first, one row per report of its trail. */
export function trailFile(
	format: TableFormat,
	trail: Trail,
	{ source, parameters }: Pick<WorkspaceParts, 'source' | 'parameters'>,
): TableFile {
	const columns = columnsOfTrail(trail);
	const last = trail.time.at(-1);
	const facts = tableFacts({
		parameters: parameters.version,
		asOf: last === undefined ? null : Date.parse(last),
		simulated: source.simulated,
	});
	const { ticker, ticker_id, tab_type, operation, algo, locked, basis, later_splits } = trail;
	const slices = slicesOf(trail.time.length, (from, to) =>
		columns.map(({ at }) => Array.from({ length: to - from }, (_, row) => at(from + row))),
	);
	const head = { history: { ticker, ticker_id, tab_type, operation, algo, locked, basis, later_splits, provider: source.label }, ...facts };
	return tableFile(format, { columns, head, slices }, `signalwheel-history-${ticker_id}`);
}

function columnsOfTrail(trail: Trail): Column[] {
	return [
		column('report', 'text', 'UTC instant', 'Time of the report: the end of its slot', (row) => trail.time[row] ?? null),
		column('ticker', 'text', '', 'Symbol at the time of the export', () => trail.ticker),
		column('ticker_id', 'integer', '', 'Permanent id of the ticker', () => trail.ticker_id),
		column('algo', 'text', '', 'reverse: measured moves; forecast: rank of the expected move', () => trail.algo),
		column(
			'price',
			'decimal',
			'US dollars',
			'Last traded close of the report, on the share basis of the newest report in the file',
			(row) => trail.price[row] ?? null,
		),
		column(
			'rate',
			'integer',
			'points',
			'Weighted sum of the depths of the selected sectors on the three rated timeframes',
			(row) => trail.weighted_sum[row] ?? null,
		),
		column('listed', 'boolean', '', 'Whether it was in the list with this tab, filter and conditions', (row) => trail.listed[row] ?? null),
		...depthColumns(trail),
	];
}

function column(name: string, type: TableColumn['type'], unit: string, description: string, at: Column['at']): Column {
	return {
		name,
		type,
		unit,
		description,
		at,
	};
}

/** Depths of each sector on each timeframe; on coiled_spring the price sectors show squeeze, as on screen. */
function depthColumns({ sectors, timeframes, tab_type: tab }: Trail): Column[] {
	return sectors.flatMap(({ key, intersections }) => {
		const { sector, label } = SECTORS.find((known) => known.key === key) as (typeof SECTORS)[number];
		const squeeze = tab === 'coiled_spring' && sector === 'price';
		return timeframes.map((timeframe, place) =>
			column(
				`${key}_${labelOf(timeframe)}`,
				'integer',
				'depth, 0 to 5',
				`${squeeze ? `${SQUEEZE_LABEL}, instead of price,` : label} on ${labelOf(timeframe)}; empty: not measurable`,
				(row) => intersections[row]?.[place] ?? null,
			),
		);
	});
}

function labelOf(timeframe: Trail['timeframes'][number]): string {
	return TIMEFRAMES.find(({ name }) => name === timeframe)?.label ?? timeframe;
}
