import { UNKNOWN_CHANGE } from '@sw/domain/signals/report-table';
import { newerDataError, StoreError } from '../../faults/store-error.ts';
import { DEEP_CELLS_QUERY, DEEP_CELLS_QUERY_V1, DEEP_CELLS_QUERY_V2, DEEP_CELLS_QUERY_V3 } from './deep-cells.ts';
import type { Engine } from './engine.ts';
import type { Layout } from './layout.ts';
import { HISTORY_COLUMNS, INFORMATION, LISTED_COLUMNS, WORD_COLUMNS, Z_COLUMNS } from './tables.ts';

const COMPRESSED = 'CODEC(ZSTD(1))';
const TIME = "DateTime('UTC') CODEC(DoubleDelta, ZSTD(1))";
/** Settings with which acknowledged writes survive a power failure. */
const DURABLE = 'fsync_after_insert = 1, fsync_part_directory = 1';
const PRICES = ['open', 'high', 'low', 'close'].map((name) => `${name} Float32 ${COMPRESSED}`).join(', ');

/** Derives the spans of mentions of older data: for each batch and source, from its first row to its last, for all tickers. */
export const INSERT_MENTION_SPANS =
	'INSERT INTO mention_spans SELECT 0, source, min(time), max(time) + 3600, 0, batch FROM mentions GROUP BY source, batch';

/**
 * Step n upgrades the tables from version n to n + 1. A released step never changes; add another one instead. Each statement must be repeatable,
 * because a process can die before it records the step.
 */
const STEPS: readonly (readonly string[])[] = [
	[
		`CREATE TABLE IF NOT EXISTS bars (ticker_id UInt32 ${COMPRESSED}, time ${TIME}, session UInt8 ${COMPRESSED}, ${PRICES},
			volume Float64 ${COMPRESSED}, batch UInt32 ${COMPRESSED})
			ENGINE = MergeTree PARTITION BY toYYYYMM(time) ORDER BY (ticker_id, time) SETTINGS ${DURABLE}`,
		`CREATE TABLE IF NOT EXISTS daily_bars (ticker_id UInt32 ${COMPRESSED}, day Date CODEC(DoubleDelta, ZSTD(1)), ${PRICES},
			volume Float64 ${COMPRESSED}, batch UInt32 ${COMPRESSED})
			ENGINE = MergeTree PARTITION BY toYear(day) ORDER BY (ticker_id, day) SETTINGS ${DURABLE}`,
		`CREATE TABLE IF NOT EXISTS option_sums (ticker_id UInt32 ${COMPRESSED}, time ${TIME}, calls Float32 ${COMPRESSED},
			puts Float32 ${COMPRESSED}, batch UInt32 ${COMPRESSED})
			ENGINE = MergeTree PARTITION BY toYYYYMM(time) ORDER BY (ticker_id, time) SETTINGS ${DURABLE}`,
		`CREATE TABLE IF NOT EXISTS mentions (ticker_id UInt32 ${COMPRESSED}, time ${TIME}, source UInt8 ${COMPRESSED},
			mentions UInt32 ${COMPRESSED}, retweets UInt32 ${COMPRESSED}, batch UInt32 ${COMPRESSED})
			ENGINE = MergeTree PARTITION BY toYYYYMM(time) ORDER BY (ticker_id, time, source) SETTINGS ${DURABLE}`,
		// A ticker's history uses the second order, without z, which is most of the bytes.
		`CREATE TABLE IF NOT EXISTS report_rows (report ${TIME}, algo UInt8 ${COMPRESSED}, build UInt32 ${COMPRESSED}, ticker_id UInt32 ${COMPRESSED},
			${WORD_COLUMNS.map((name) => `${name} UInt32 ${COMPRESSED}`).join(', ')},
			${Z_COLUMNS.map((name) => `${name} Float32 ${COMPRESSED}`).join(', ')},
			price Float64 ${COMPRESSED}, cap Float64 ${COMPRESSED}, mentions Int32 ${COMPRESSED}, flags UInt8 ${COMPRESSED},
			PROJECTION by_ticker (SELECT ${Object.keys(HISTORY_COLUMNS)} ORDER BY (ticker_id, report)))
			ENGINE = MergeTree PARTITION BY toYYYYMM(report) ORDER BY (report, algo, ticker_id) SETTINGS ${DURABLE}`,
		'CREATE TABLE IF NOT EXISTS store_identity (identity UInt32) ENGINE = MergeTree ORDER BY identity',
	],
	// Within a report, ids ascend and the time is constant. With these codecs, a scan of years reads a hundredth of the bytes for ids, and reads times in
	// a quarter of the time. Existing parts keep their encoding until they are merged.
	[
		"ALTER TABLE report_rows MODIFY COLUMN report DateTime('UTC') CODEC(ZSTD(1))",
		'ALTER TABLE report_rows MODIFY COLUMN ticker_id UInt32 CODEC(Delta, ZSTD(1))',
	],
	// Stores which hours were counted, separately from the counts.
	[
		`ALTER TABLE mentions ADD COLUMN IF NOT EXISTS authors Int32 DEFAULT -1 ${COMPRESSED} AFTER retweets`,
		`CREATE TABLE IF NOT EXISTS mention_spans (ticker_id UInt32 ${COMPRESSED}, source UInt8 ${COMPRESSED}, since ${TIME}, until ${TIME},
			counter UInt8 ${COMPRESSED}, batch UInt32 ${COMPRESSED})
			ENGINE = MergeTree PARTITION BY toYear(since) ORDER BY (since, source, ticker_id) SETTINGS ${DURABLE}`,
		'TRUNCATE TABLE mention_spans',
		INSERT_MENTION_SPANS,
	],
	// How many tickers of a report are at each depth. Derived from the report's rows: breadth lost in a power failure is recounted.
	[
		`CREATE TABLE IF NOT EXISTS breadth (report ${TIME}, build UInt32 ${COMPRESSED}, type UInt8 ${COMPRESSED}, cap UInt8 ${COMPRESSED},
			timeframe UInt8 ${COMPRESSED}, slice UInt8 ${COMPRESSED},
			${['d0', 'd1', 'd2', 'd3', 'd4', 'd5', 'unmeasured'].map((name) => `${name} UInt32 ${COMPRESSED}`).join(', ')})
			ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(report) ORDER BY (report, build, type, cap, timeframe, slice)`,
	],
	// All deep cells, by cell and depth, so that a filter over years reads only a small part of them. A view fills the table together with the rows, so no
	// build has one without the other. Months of earlier reports are listed in deep_cells_missing until a job has added them.
	[
		`CREATE TABLE IF NOT EXISTS deep_cells (reached UInt16 ${COMPRESSED}, report DateTime('UTC') ${COMPRESSED}, algo UInt8 ${COMPRESSED},
			build UInt32 ${COMPRESSED}, ticker_id UInt32 CODEC(Delta, ZSTD(1)),
			${WORD_COLUMNS.map((name) => `${name} UInt32 ${COMPRESSED}`).join(', ')}, tier UInt8 ${COMPRESSED})
			ENGINE = MergeTree PARTITION BY toYYYYMM(report) ORDER BY (reached, report, algo, ticker_id) SETTINGS ${DURABLE}`,
		`CREATE TABLE IF NOT EXISTS deep_cells_missing (month UInt32, up_to UInt32)
			ENGINE = MergeTree PARTITION BY month ORDER BY month SETTINGS ${DURABLE}`,
		'TRUNCATE TABLE deep_cells_missing',
		'INSERT INTO deep_cells_missing SELECT toYYYYMM(report) AS month, max(build) FROM report_rows GROUP BY month SETTINGS max_partitions_per_insert_block = 0',
		`CREATE MATERIALIZED VIEW IF NOT EXISTS deep_cells_of_rows TO deep_cells AS ${DEEP_CELLS_QUERY_V1}`,
	],
	// Public information of each row, unknown in earlier reports. The view is recreated with the new column.
	[
		...Object.entries(INFORMATION).map(([name, type]) => `ALTER TABLE report_rows ADD COLUMN IF NOT EXISTS ${name} ${type} ${COMPRESSED}`),
		`ALTER TABLE deep_cells ADD COLUMN IF NOT EXISTS information UInt8 ${COMPRESSED}`,
		'DROP VIEW IF EXISTS deep_cells_of_rows',
		`CREATE MATERIALIZED VIEW IF NOT EXISTS deep_cells_of_rows TO deep_cells AS ${DEEP_CELLS_QUERY_V2}`,
	],
	// Change and dollar volume of the session, unknown in earlier reports and their cells.
	[
		`ALTER TABLE report_rows ADD COLUMN IF NOT EXISTS change Int32 DEFAULT ${UNKNOWN_CHANGE} ${COMPRESSED}`,
		`ALTER TABLE report_rows ADD COLUMN IF NOT EXISTS dollar_volume Float32 DEFAULT nan ${COMPRESSED}`,
		`ALTER TABLE deep_cells ADD COLUMN IF NOT EXISTS change Int32 DEFAULT ${UNKNOWN_CHANGE} ${COMPRESSED}`,
		`ALTER TABLE deep_cells ADD COLUMN IF NOT EXISTS dollar_volume Float32 DEFAULT nan ${COMPRESSED}`,
		'DROP VIEW IF EXISTS deep_cells_of_rows',
		`CREATE MATERIALIZED VIEW IF NOT EXISTS deep_cells_of_rows TO deep_cells AS ${DEEP_CELLS_QUERY_V3}`,
	],
	// Time in lists, unknown in earlier reports and their cells.
	[
		...['report_rows', 'deep_cells'].flatMap((table) =>
			LISTED_COLUMNS.map((name) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS ${name} UInt16 ${COMPRESSED}`),
		),
		'DROP VIEW IF EXISTS deep_cells_of_rows',
		`CREATE MATERIALIZED VIEW IF NOT EXISTS deep_cells_of_rows TO deep_cells AS ${DEEP_CELLS_QUERY}`,
	],
	// Many small parts double the time of a scan of years: a month of cells becomes one part a day after its last write.
	['ALTER TABLE deep_cells MODIFY SETTING min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1'],
];

/** The newest schema version that this program knows. */
export const SERIES_VERSION = STEPS.length;

/**
 * Upgrades the series tables to the newest version. Two processes must not run this concurrently, because steps would be repeated. Throws StoreError
 * folder_newer, or series_failed if the tables were created for another layout.
 */
export async function migrateSeries(engine: Engine, layout: Layout): Promise<void> {
	const runStatement = async (statement: string): Promise<void> => {
		for (const layoutStatement of layout.translateStatement(statement)) await engine.run(layoutStatement);
	};
	if (!(await hasTables(engine, layout)))
		await runStatement('CREATE TABLE IF NOT EXISTS schema_version (version UInt32) ENGINE = MergeTree ORDER BY version');
	const { columns } = await engine.read({ version: 'UInt32' }, 'SELECT max(version) AS version FROM schema_version');
	if ((columns.version[0] ?? 0) > STEPS.length) throw newerDataError();
	for (let version = columns.version[0] ?? 0; version < STEPS.length; version += 1) {
		for (const statement of STEPS[version] ?? []) await runStatement(statement);
		await engine.run(`INSERT INTO schema_version VALUES (${version + 1})`);
	}
}

/** Returns whether the tables exist. Throws if they were created for another layout, because this layout would create half of its tables next to them. */
async function hasTables(engine: Engine, { database, isCluster }: Layout): Promise<boolean> {
	const { count, columns } = await engine.read(
		{ distributed: 'UInt8' },
		`SELECT toUInt8(engine = 'Distributed') AS distributed FROM system.tables WHERE database = ${database} AND name = 'schema_version'`,
	);
	if (count === 0 || (columns.distributed[0] === 1) === isCluster) return count > 0;
	throw new StoreError(
		'series_failed',
		isCluster
			? 'The tables in CLICKHOUSE_URL are on a single server, not on a cluster: make a backup and restore it with SIGNALWHEEL_CLICKHOUSE_CLUSTER into an empty database.'
			: 'The tables in CLICKHOUSE_URL are on a cluster: set SIGNALWHEEL_CLICKHOUSE_CLUSTER to its name.',
	);
}
