/** All in which series on a cluster differ from series on one engine, as data with reasons; layout.ts makes statements of it. */

/** A cluster of ClickHouse as its servers' configuration names it, and the database there. */
export interface Cluster {
	name: string;
	database: string;
}

/** The table that holds a shard's rows; the table of the plain name is Distributed and holds none. */
export const localOf = (table: string): string => `${table}_local`;

/**
 * Which shard a row goes to. A ticker's rows lie on one: what groups by ticker is finished there, and a question that names tickers asks their shards alone. It also means that the
 * number of shards never changes under the rows: a cluster of another size is filled from a backup.
 */
const SHARD_BY_TICKER = 'ticker_id';
const SHARD_KEYS: Readonly<Record<string, string>> = {
	// Rows of no ticker, asked for by report. Slots begin each 900 s: the seconds alone would be even numbers, all for one of two shards.
	breadth: 'intDiv(toUInt32(report), 900)',
	// A row or a few: the first shard's. Copies on every shard would be read wherever a question arrives, before they have got there.
	schema_version: '0',
	deep_cells_missing: '0',
	store_identity: '0',
};
export const shardKeyOf = (table: string): string => SHARD_KEYS[table] ?? SHARD_BY_TICKER;

/** Where the replicas of a shard's table meet in Keeper. By name, so that a server that lost its disk finds its place again by the same statement. */
export const keeperPath = ({ database }: Cluster, table: string): string => `/clickhouse/signalwheel/{shard}/${database}/${table}`;

/** Of any server, over HTTP. */
export const SERVER_SETTINGS = {
	// A server gathers small inserts for 200 ms by default: a slot is written at once.
	async_insert: 0,
} as const;

/** What each statement carries beyond that on a cluster. */
export const CLUSTER_SETTINGS = {
	...SERVER_SETTINGS,

	// A batch is committed in PostgreSQL after its insert has returned, so that must mean: on every shard it has rows for, ...
	distributed_foreground_insert: 1,
	// ... on the majority of that shard's replicas (of two: both). A disk that is lost takes nothing along.
	insert_quorum: 'auto',
	// An import and a slot may write one table at the same time; serial quorums would refuse the second. Sequential reads, which need them, are not used.
	insert_quorum_parallel: 1,
	// Milliseconds. With too few replicas a slot is told as not written and tried again, instead of after ten minutes.
	insert_quorum_timeout: 60_000,

	// A block that equals one that was deleted since is meant: what was broken off is taken out and written again. No write is sent twice by itself.
	insert_deduplicate: 0,

	// Writing and reading go to the first replica that answers, in the order of remote_servers: who reads finds what was written.
	load_balancing: 'in_order',
	// Also where a statement arrives at a server that is another replica itself.
	prefer_localhost_replica: 0,
	// Seconds. A replica that comes back is passed over until it lags no more; where all do, an error says so.
	max_replica_delay_for_distributed_queries: 1,
	fallback_to_stale_replicas_for_distributed_queries: 0,
	// Half of the market is worse than none.
	skip_unavailable_shards: 0,

	// A ticker's history asks one shard.
	optimize_skip_unused_shards: 1,
	// A subquery over another distributed table would be asked on each shard of that shard's rows: refused, so that it is written with GLOBAL.
	distributed_product_mode: 'deny',
	// INSERT SELECT is worked out where it arrives. On each shard by itself a GROUP BY without the ticker would give one row a shard, and leave it there.
	parallel_distributed_insert_select: 0,

	// A server that is away gets changes of the schema from Keeper when it is back: it is waited for this many seconds, and is no failure then. What fails on a server is one.
	distributed_ddl_output_mode: 'null_status_on_timeout',
	distributed_ddl_task_timeout: 30,
	// Replicas that are there have changed a table when the statement returns.
	alter_sync: 3,
} as const;
