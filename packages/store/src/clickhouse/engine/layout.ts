import { CLUSTER_SETTINGS, type Cluster, keeperPath, localOf, SERVER_SETTINGS, shardKeyOf } from './cluster.ts';

/** Placement of the series tables: on one engine, or on the shards of a cluster. Queries and inserts use the same table names in both. */
export interface Layout {
	isCluster: boolean;
	/** Settings for each statement to a server. */
	settings: Readonly<Record<string, string | number>>;
	/** The statements that replace one that creates, changes or empties a table of a single engine, in order. */
	statements(statement: string): readonly string[];
	/** The table that stores the data parts. */
	stored(table: string): string;
	/** A table of the database `system`, over all servers. */
	system(table: 'parts' | 'mutations'): string;
	/** Name of the database as an expression. */
	database: string;
}

export const ONE_ENGINE: Layout = {
	isCluster: false,
	settings: SERVER_SETTINGS,
	statements: (statement) => [statement],
	stored: (table) => table,
	system: (table) => `system.${table}`,
	database: 'currentDatabase()',
};

const TABLE = /^CREATE TABLE IF NOT EXISTS (\w+) (\(.*\))\s+ENGINE = (\w*)MergeTree (.*)$/s;
const VIEW = /^CREATE MATERIALIZED VIEW IF NOT EXISTS (\w+) TO (\w+) AS (SELECT .*\sFROM )(\w+)(.*)$/s;
const CHANGE = /^(ALTER|TRUNCATE) TABLE (\w+)(.*)$/s;
/** Columns also exist in the distributed table; projections, indexes and rows only in the local one. */
const OF_COLUMNS = /^ (ADD|MODIFY|DROP|RENAME) COLUMN /;

/** A cluster's layout. Throws for statements of an unknown form. */
export function clusterLayout(cluster: Cluster): Layout {
	const name = quoted(cluster.name);
	const database = quoted(cluster.database);
	const on = `ON CLUSTER ${name}`;
	const table = ([, table = '', columns, kind, rest]: RegExpExecArray): string[] => {
		const local = localOf(table);
		return [
			`CREATE TABLE IF NOT EXISTS ${local} ${on} ${columns} ENGINE = Replicated${kind}MergeTree(${quoted(keeperPath(cluster, local))}, '{replica}') ${rest}`,
			`CREATE TABLE IF NOT EXISTS ${table} ${on} AS ${local} ENGINE = Distributed(${name}, ${database}, ${quoted(local)}, ${shardKeyOf(table)})`,
		];
	};
	/** Fills on each shard from that shard's rows. */
	const view = ([, view = '', to = '', select, from = '', rest]: RegExpExecArray): string[] => [
		`CREATE MATERIALIZED VIEW IF NOT EXISTS ${localOf(view)} ${on} TO ${localOf(to)} AS ${select}${localOf(from)}${rest}`,
	];
	const change = ([, verb, table = '', rest = '']: RegExpExecArray): string[] => [
		`${verb} TABLE ${localOf(table)} ${on}${rest}`,
		...(OF_COLUMNS.test(rest) ? [`${verb} TABLE ${table} ${on}${rest}`] : []),
	];
	const forms = [
		[TABLE, table],
		[VIEW, view],
		[CHANGE, change],
		[/^DROP VIEW IF EXISTS (\w+)$/, ([, view = '']: RegExpExecArray) => [`DROP VIEW IF EXISTS ${localOf(view)} ${on} SYNC`]],
		// Through the distributed table, each row to its shard.
		[/^INSERT INTO /, ({ input }: RegExpExecArray) => [input]],
	] as const;
	return {
		isCluster: true,
		settings: CLUSTER_SETTINGS,
		statements: (statement) => {
			for (const [form, come] of forms) {
				const found = form.exec(statement);
				if (found) return come(found);
			}
			throw new Error(`not supported on a cluster: ${statement}`);
		},
		stored: localOf,
		system: (table) => `clusterAllReplicas(${name}, system.${table})`,
		database,
	};
}

function quoted(text: string): string {
	return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}
