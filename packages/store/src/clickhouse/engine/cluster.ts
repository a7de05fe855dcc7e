/** All differences between series on a cluster and on one engine, as data with reasons; layout.ts generates the statements from it. */

/** A ClickHouse cluster as named in its servers' configuration, and the database on it. */
export interface Cluster {
	name: string;
	database: string;
}

/** The table with a shard's rows; the table with the plain name is Distributed and stores none. */
export function localOf(table: string): string {
	return `${table}_local`;
}

/**
 * The shard of a row. All rows of a ticker are on one shard: grouping by ticker is completed there, and a query that names tickers only asks their
 * shards. So the number of shards must never change while there are rows: a cluster of another size is filled from a backup.
 */
const SHARD_BY_TICKER = 'ticker_id';
const SHARD_KEYS: Readonly<Record<string, string>> = {
	// Rows without a ticker, queried by report. Slots begin every 900 s: plain seconds would always be even, so that one of two shards would get all.
	breadth: 'intDiv(toUInt32(report), 900)',
	// One row or a few, on the first shard. Copies on every shard could be read before they have been written.
	schema_version: '0',
	deep_cells_missing: '0',
	store_identity: '0',
};

export function shardKeyOf(table: string): string {
	return SHARD_KEYS[table] ?? SHARD_BY_TICKER;
}

/** Path in Keeper of the replicas of a shard's table. Built from names, so that a server that lost its disk rejoins with the same statement. */
export function keeperPath({ database }: Cluster, table: string): string {
	return `/clickhouse/signalwheel/{shard}/${database}/${table}`;
}

/** Settings for any server, over HTTP. */
export const SERVER_SETTINGS = {
	// By default a server collects small inserts for 200 ms; a slot must be written immediately.
	async_insert: 0,
} as const;

/** Further settings of each statement on a cluster. */
export const CLUSTER_SETTINGS = {
	...SERVER_SETTINGS,

	// A batch is committed in PostgreSQL after its insert has returned, so the rows must then be stored on every shard that they belong to, ...
	distributed_foreground_insert: 1,
	// ... on the majority of that shard's replicas (of two: both). So no data is lost with one disk.
	insert_quorum: 'auto',
	// An import and a slot may write to one table concurrently; serial quorums would refuse the second. Sequential reads, which need them, are not used.
	insert_quorum_parallel: 1,
	// Milliseconds. With too few replicas, a slot fails and is retried after this time instead of after ten minutes.
	insert_quorum_timeout: 60_000,

	// A block equal to one deleted earlier is intended: interrupted writes are deleted and repeated. No write is sent twice automatically.
	insert_deduplicate: 0,

	// Writes and reads go to the first available replica, in the order of remote_servers, so that reads find what was written.
	load_balancing: 'in_order',
	// Even where a statement arrives at a server that is itself another replica.
	prefer_localhost_replica: 0,
	// Seconds. A replica that returns is skipped until it has caught up; where all lag, an error says so.
	max_replica_delay_for_distributed_queries: 1,
	fallback_to_stale_replicas_for_distributed_queries: 0,
	// Incomplete data is worse than an error.
	skip_unavailable_shards: 0,

	// A ticker's history needs only one shard.
	optimize_skip_unused_shards: 1,
	// A subquery over another distributed table would only see each shard's own rows. It is refused, which enforces GLOBAL.
	distributed_product_mode: 'deny',
	// INSERT SELECT runs on the receiving server. Run on each shard, a GROUP BY without the ticker would create and store one row for each shard.
	parallel_distributed_insert_select: 0,

	// A server that is down gets schema changes from Keeper when it returns: it is awaited for this many seconds and does not count as failed. Errors do.
	distributed_ddl_output_mode: 'null_status_on_timeout',
	distributed_ddl_task_timeout: 30,
	// Available replicas have changed a table when the statement returns.
	alter_sync: 3,
} as const;
