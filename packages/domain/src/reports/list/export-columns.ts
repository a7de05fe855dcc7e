import { rowInformation } from '../../filings/information.ts';
import { CAPS, capGroup, displayedCap } from '../../prices/buckets.ts';
import { depthIn } from '../../signals/packed.ts';
import { FLAG_ELIGIBLE, FLAG_QUARANTINE, FLAG_STALE, type ReportTable, Z_SERIES } from '../../signals/report-table.ts';
import { candidateLabel, type Operation, SECTORS, type SectorIndex, SQUEEZE, SQUEEZE_LABEL, type Tab } from '../../signals/sector.ts';
import { tabSectors } from '../../signals/tabs.ts';
import { isoSeconds } from '../../time/format.ts';
import { type Strategy, TIMEFRAMES, type TimeframeIndex } from '../../time/timeframe.ts';
import { columnTimeframe, type TableColumn } from './list-columns.ts';
import type { ListQuestion } from './list-question.ts';

export type ExportType = 'text' | 'integer' | 'decimal' | 'boolean';
export type ExportValue = string | number | boolean | null;

/** One row of an exported list. */
export interface ExportRow {
	readonly table: ReportTable;
	readonly row: number;
	/** Starts at 1. */
	readonly rank: number;
	readonly rate: number;
	readonly symbol: string;
	readonly name: string;
	readonly type: string;
	/** Price change since the previous session's close, as a fraction; null if either price is missing. */
	readonly change: number | null;
	/** Rate in the previous report; null if the ticker wasn't in the list. */
	readonly rateBefore: number | null;
	/** Time of the session's first report in the ticker's unbroken run in the list. */
	readonly listedSince: number;
	readonly favorite: boolean;
	/** Content hash of the report. */
	readonly hash: string;
	/** All bars of the report had been received by this instant, UTC milliseconds. */
	readonly receivedUntil: number;
	readonly version: number;
	readonly provider: string;
	readonly tab: Tab;
	readonly operation: Operation;
	readonly strategy: Strategy;
}

export interface ExportColumn {
	readonly name: string;
	readonly type: ExportType;
	readonly unit: string;
	readonly description: string;
	readonly read: (row: ExportRow) => ExportValue;
}

function createColumn(name: string, type: ExportType, unit: string, description: string, read: ExportColumn['read']): ExportColumn {
	return {
		name,
		type,
		unit,
		description,
		read,
	};
}

const capClasses = CAPS.filter(({ name }) => name !== 'all')
	.map(({ name, label }) => `${name} (${label})`)
	.join(', ');

const Z_MEANINGS = {
	price: 'Price move (rises positive; for forecast reports the expected move divided by its spread)',
	volume: 'Volume relative to usual for the time of day',
	sum: 'Calls plus puts relative to usual',
	diff: 'Balance of calls and puts (call-heavy positive)',
	squeeze: 'Squeeze (zeta: the narrower the range, the higher)',
} as const satisfies Record<(typeof Z_SERIES)[number], string>;

/** Depths as measured. In coiled_spring too, the price columns contain the price depth, and squeeze has separate columns. */
const depthColumns: ExportColumn[] = [
	...SECTORS.map(({ key, label }) => ({ key, label })),
	{ key: 'squeeze', label: SQUEEZE_LABEL },
].flatMap(({ key, label }, index) =>
	TIMEFRAMES.map((timeframe, at) =>
		createColumn(
			`${key}_${timeframe.label}`,
			'integer',
			'levels, 0 to 5',
			`${label} on ${timeframe.label}; empty: not measurable`,
			({ table, row }) => depthIn(table.words[at as TimeframeIndex][row]!, (key === 'squeeze' ? SQUEEZE : index) as SectorIndex),
		),
	),
);

/** z of every series, as measured. `npm run report -- export --cells` adds scale, reference time and status of each cell. */
const zColumns: ExportColumn[] = Z_SERIES.flatMap((series, seriesIndex) =>
	TIMEFRAMES.map(({ label }, at) =>
		createColumn(
			`z_${series}_${label}`,
			'decimal',
			'typical moves',
			`${Z_MEANINGS[series]} on ${label}; empty: not measurable`,
			({ table, row }) => {
				const z = table.z[(at * Z_SERIES.length + seriesIndex) * table.count + row]!;
				return Number.isNaN(z) ? null : z;
			},
		),
	),
);

function rowStatus(flags: number): string {
	if (flags & FLAG_QUARANTINE) return 'quarantine';
	if (flags & FLAG_STALE) return 'stale';
	return flags & FLAG_ELIGIBLE ? 'ok' : 'not_eligible';
}

function informationOf({ table, row, strategy }: ExportRow) {
	return rowInformation(table, row, strategy);
}

/** Columns of an exported list, in order. The files and their data dictionary are generated from these columns. */
export const EXPORT_COLUMNS: readonly ExportColumn[] = [
	createColumn('report', 'text', 'UTC instant', 'Time of the report: the end of its slot', ({ table }) => isoSeconds(table.time)),
	createColumn(
		'report_hash',
		'text',
		'SHA-256, hex',
		'Content hash of the report, chained to the one published before',
		({ hash }) => hash,
	),
	createColumn('report_version', 'integer', '', '1 as first published; each correction adds one', ({ version }) => version),
	createColumn('algo', 'text', '', 'reverse: measured moves; forecast: rank of the expected move', ({ table }) => table.algo),
	createColumn('received_until', 'text', 'UTC instant', 'Cut-off: all bars of the report had been received by then', ({ receivedUntil }) =>
		isoSeconds(receivedUntil),
	),
	createColumn('provider', 'text', '', 'Source of the market data', ({ provider }) => provider),
	createColumn('tab', 'text', '', 'Tab of the list', ({ tab }) => tab),
	createColumn('operation', 'text', '', 'Price cells in the rate: short counts rises, long falls', ({ operation }) => operation),
	createColumn('candidate', 'text', '', 'What the list takes the ticker for; no verdict in free', ({ tab, operation }) =>
		candidateLabel(tab, operation),
	),
	createColumn('rank', 'integer', '', 'Rank in the list, from 1', ({ rank }) => rank),
	createColumn('ticker', 'text', '', 'Symbol at the time of the export', ({ symbol }) => symbol),
	createColumn('ticker_id', 'integer', '', 'Permanent number of the ticker', ({ table, row }) => table.tickerId[row]!),
	createColumn('name', 'text', '', 'Name of the company or fund', ({ name }) => name),
	createColumn('type', 'text', '', 'stocks, etf or index', ({ type }) => type),
	createColumn('marketcap', 'text', '', `Market-cap class: ${capClasses}`, ({ table, row }) => capGroup(table.cap[row]!)),
	createColumn('capitalization', 'decimal', 'US dollars', 'Market cap: shares outstanding x price; empty: unknown', ({ table, row }) =>
		displayedCap(table.cap[row]!, table.price[row]! / 10_000),
	),
	createColumn(
		'price',
		'decimal',
		'US dollars',
		'Last traded close of the report as printed',
		({ table, row }) => table.price[row]! / 10_000,
	),
	createColumn('price_change', 'decimal', 'fraction', 'Price change since the previous close; empty: unknown', ({ change }) => change),
	createColumn(
		'rate',
		'integer',
		'points',
		'Weighted sum of the depths of the selected sectors in the three rated timeframes',
		({ rate }) => rate,
	),
	createColumn(
		'rate_before',
		'integer',
		'points',
		'Rate in the previous report that the account may open; empty: not in the list then',
		({ rateBefore }) => rateBefore,
	),
	createColumn(
		'listed_since',
		'text',
		'UTC',
		'First report of the unbroken run in the list this session, among reports that the account may open',
		({ listedSince }) => isoSeconds(listedSince),
	),
	createColumn(
		'mentions',
		'integer',
		'posts',
		'Mentions in the last 24 hours, all sources; empty: not covered by any source',
		({ table, row }) => {
			const mentions = table.mentions[row]!;
			return mentions < 0 ? null : mentions;
		},
	),
	createColumn(
		'dollar_volume',
		'decimal',
		'US dollars',
		'Shares traded in the session so far x price; empty: unknown',
		({ table, row }) => {
			const dollars = table.dollarVolume[row]!;
			return Number.isNaN(dollars) ? null : Math.round(dollars);
		},
	),
	createColumn(
		'information',
		'text',
		'',
		'Filing of the issuer since the previous close, or within five sessions where 4h or 1d is rated: yes, no, unknown (not covered)',
		(row) => informationOf(row).state,
	),
	createColumn(
		'filing_form',
		'text',
		'',
		'Newest filing within the look-back; empty: none',
		(row) => informationOf(row).filing?.form ?? null,
	),
	createColumn(
		'filing_items',
		'text',
		'',
		'Items of an 8-K, separated by spaces',
		(row) => informationOf(row).filing?.items.join(' ') ?? null,
	),
	createColumn('filing_accepted', 'text', 'UTC instant', 'When that filing became public', (row) => {
		const { filing } = informationOf(row);
		return filing && isoSeconds(filing.acceptedAt);
	}),
	createColumn('favorite', 'boolean', '', 'Favourite of the exporting account', ({ favorite }) => favorite),
	createColumn(
		'status',
		'text',
		'',
		'ok; stale: halted, cells from the last traded slot; quarantine: unexplained price jump; not_eligible: in no tab',
		({ table, row }) => rowStatus(table.flags[row]!),
	),
	...depthColumns,
	...zColumns,
];

/** Columns of every file, because they identify the row's report and ticker. */
const IDENTIFYING_COLUMNS = ['report', 'report_hash', 'report_version', 'rank', 'ticker', 'ticker_id', 'rate'] as const;

/** Returns a file's columns: all if `shownColumns` is undefined, otherwise the identifying columns and then the columns for each shown table column. */
export function exportColumns(shownColumns: readonly TableColumn[] | undefined, question: ListQuestion): readonly ExportColumn[] {
	if (shownColumns === undefined) return EXPORT_COLUMNS;
	const names = new Set<string>([...IDENTIFYING_COLUMNS, ...shownColumns.flatMap((name) => fileColumns(name, question))]);
	return [...names].flatMap((name) => EXPORT_COLUMNS.find((column) => column.name === name) ?? []);
}

/** Returns the names of the file columns for a table column: for the wheel, the depths that count in the rate; for a sparkline, none. */
function fileColumns(column: TableColumn, { tab, operation, strategy }: ListQuestion): readonly string[] {
	const { label } = TIMEFRAMES[columnTimeframe(strategy)];
	const names: Record<TableColumn, readonly string[]> = {
		name: ['name'],
		wheel: tabSectors(tab, operation).flatMap((key) =>
			strategy.rated.map(
				(timeframe) => `${tab === 'coiled_spring' && key.startsWith('price') ? 'squeeze' : key}_${TIMEFRAMES[timeframe].label}`,
			),
		),
		since: ['rate_before'],
		price: ['price'],
		change: ['price_change'],
		move: [`z_price_${label}`],
		volume: [`z_volume_${label}`],
		options: [`z_diff_${label}`],
		mentions: ['mentions'],
		dollars: ['dollar_volume'],
		cap: ['capitalization'],
		filing: ['filing_form', 'filing_items', 'filing_accepted'],
		listed: ['listed_since'],
		sparkline: [],
	};
	return names[column];
}

/** Builds the data dictionary of the columns. */
export function exportDictionary(columns: readonly ExportColumn[] = EXPORT_COLUMNS) {
	return columns.map(({ name, type, unit, description }) => ({ name, type, unit, description }));
}
