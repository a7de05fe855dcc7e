/** All differences between series on a cluster and on one engine, as data with reasons, and the statements generated from it. */

/** A ClickHouse cluster, by its name in the servers' configuration, and the database on it. */
interface Cluster {
	name: string;
	database: string;
}

/** Returns the name of the table with a shard's rows. The table with the plain name is Distributed and stores no rows. */
function localTable(table: string): string {
	return `${table}_local`;
}

/**
 * Sharding key. All rows of a ticker are on one shard: that shard can group them by ticker, and a query for some tickers needs only their shards. The
 * number of shards must never change while there are rows: a cluster of another size must be filled from a backup.
 */
const SHARD_BY_TICKER = 'ticker_id';
const SHARD_KEYS: Readonly<Record<string, string>> = {
	// Rows without a ticker, queried by report. Slots start every 900 s: plain seconds would always be even, so one of two shards would get all rows.
	breadth: 'intDiv(toUInt32(report), 900)',
	// Few rows, on the first shard. Copies on every shard could be read before they have been written.
	schema_version: '0',
	deep_cells_missing: '0',
	store_identity: '0',
};

function shardKeyOf(table: string): string {
	return SHARD_KEYS[table] ?? SHARD_BY_TICKER;
}

/** Returns the path in Keeper of a table's replicas. Built from names, so that a server that lost its disk rejoins with the same statement. */
function keeperPath({ database }: Cluster, table: string): string {
	return `/clickhouse/signalwheel/{shard}/${database}/${table}`;
}

/** Settings for any server, over HTTP. */
const SERVER_SETTINGS = {
	// By default, a server collects small inserts for 200 ms; a slot must be written immediately.
	async_insert: 0,
} as const;

/** Further settings of each statement on a cluster. */
const CLUSTER_SETTINGS = {
	...SERVER_SETTINGS,

	// PostgreSQL commits a batch after the insert has returned. The insert must therefore wait until all shards concerned have stored the rows.
	distributed_foreground_insert: 1,
	// A shard has stored the rows once the majority of its replicas (of two: both) has them, so that losing one disk loses no data.
	insert_quorum: 'auto',
	// An import and a slot can write to one table concurrently; serial quorums would refuse the second. Only sequential reads need them, and none are used.
	insert_quorum_parallel: 1,
	// Milliseconds. With too few replicas, a slot fails and is retried after this time instead of after ten minutes.
	insert_quorum_timeout: 60_000,

	// Interrupted writes are deleted and repeated, so a block equal to a deleted one is intended. No write is sent twice automatically.
	insert_deduplicate: 0,

	// Writes and reads go to the first available replica, in the order of remote_servers, so that reads find what was written.
	load_balancing: 'in_order',
	// This also holds if a statement arrives at a server that is another replica.
	prefer_localhost_replica: 0,
	// Seconds. A returning replica is skipped until it has caught up; if all replicas lag, queries fail.
	max_replica_delay_for_distributed_queries: 1,
	fallback_to_stale_replicas_for_distributed_queries: 0,
	// Incomplete data is worse than an error.
	skip_unavailable_shards: 0,

	// A ticker's history needs only one shard.
	optimize_skip_unused_shards: 1,
	// A subquery over another distributed table would only see each shard's own rows. It is refused, which enforces GLOBAL.
	distributed_product_mode: 'deny',
	// INSERT SELECT runs on the receiving server. On each shard, a GROUP BY without the ticker would create and store a row per shard.
	parallel_distributed_insert_select: 0,

	// A server that is down gets schema changes from Keeper when it returns. The statement waits this many seconds for it, and fails only for errors.
	distributed_ddl_output_mode: 'null_status_on_timeout',
	distributed_ddl_task_timeout: 30,
	// The statement returns after the available replicas have changed the table.
	alter_sync: 3,
} as const;

/** Placement of the series tables: on one engine, or on the shards of a cluster. Queries and inserts use the same table names in both. */
export interface Layout {
	isCluster: boolean;
	/** Settings for each statement to a server. */
	settings: Readonly<Record<string, string | number>>;
	/** Translates a statement that creates, changes or empties a table of a single engine; returns the statements to run, in order. */
	translateStatement(statement: string): readonly string[];
	/** Returns the name of the table that stores the data parts. */
	storageTable(table: string): string;
	/** Returns the expression for a table of the database `system`, over all servers. */
	systemTable(table: 'parts' | 'mutations'): string;
	/** Name of the database, as an expression. */
	database: string;
}

export const ONE_ENGINE: Layout = {
	isCluster: false,
	settings: SERVER_SETTINGS,
	translateStatement: (statement) => [statement],
	storageTable: (table) => table,
	systemTable: (table) => `system.${table}`,
	database: 'currentDatabase()',
};

const TABLE = /^CREATE TABLE IF NOT EXISTS (\w+) (\(.*\))\s+ENGINE = (\w*)MergeTree (.*)$/s;
const VIEW = /^CREATE MATERIALIZED VIEW IF NOT EXISTS (\w+) TO (\w+) AS (SELECT .*\sFROM )(\w+)(.*)$/s;
const CHANGE = /^(ALTER|TRUNCATE) TABLE (\w+)(.*)$/s;
/** Changes of columns, for the local and the distributed table. Only the local table has projections, indexes and rows. */
const COLUMN_CHANGE = /^ (ADD|MODIFY|DROP|RENAME) COLUMN /;

/** Creates the layout of a cluster. `translateStatement` throws for statements of an unknown form. */
export function clusterLayout(cluster: Cluster): Layout {
	const name = quote(cluster.name);
	const database = quote(cluster.database);
	const onCluster = `ON CLUSTER ${name}`;
	const translateTable = ([, table = '', columns, kind, rest]: RegExpExecArray): string[] => {
		const local = localTable(table);
		return [
			`CREATE TABLE IF NOT EXISTS ${local} ${onCluster} ${columns} ENGINE = Replicated${kind}MergeTree(${quote(keeperPath(cluster, local))}, '{replica}') ${rest}`,
			`CREATE TABLE IF NOT EXISTS ${table} ${onCluster} AS ${local} ENGINE = Distributed(${name}, ${database}, ${quote(local)}, ${shardKeyOf(table)})`,
		];
	};
	/** Creates the view on each shard: it fills the local table from that shard's rows. */
	const translateView = ([, view = '', targetTable = '', select, sourceTable = '', rest]: RegExpExecArray): string[] => [
		`CREATE MATERIALIZED VIEW IF NOT EXISTS ${localTable(view)} ${onCluster} TO ${localTable(targetTable)} AS ${select}${localTable(sourceTable)}${rest}`,
	];
	const translateChange = ([, verb, table = '', rest = '']: RegExpExecArray): string[] => [
		`${verb} TABLE ${localTable(table)} ${onCluster}${rest}`,
		...(COLUMN_CHANGE.test(rest) ? [`${verb} TABLE ${table} ${onCluster}${rest}`] : []),
	];
	const forms = [
		[TABLE, translateTable],
		[VIEW, translateView],
		[CHANGE, translateChange],
		[/^DROP VIEW IF EXISTS (\w+)$/, ([, view = '']: RegExpExecArray) => [`DROP VIEW IF EXISTS ${localTable(view)} ${onCluster} SYNC`]],
		// Inserted through the distributed table, which sends each row to its shard.
		[/^INSERT INTO /, ({ input }: RegExpExecArray) => [input]],
	] as const;
	return {
		isCluster: true,
		settings: CLUSTER_SETTINGS,
		translateStatement: (statement) => {
			for (const [form, translate] of forms) {
				const match = form.exec(statement);
				if (match) return translate(match);
			}
			throw new Error(`not supported on a cluster: ${statement}`);
		},
		storageTable: localTable,
		systemTable: (table) => `clusterAllReplicas(${name}, system.${table})`,
		database,
	};
}

function quote(text: string): string {
	return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}
