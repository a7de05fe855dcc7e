import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ClickHouseFront, type EmbeddedServer, type EngineRequest, startClickHouseFront } from './clickhouse-front.ts';
import { startEngineProcess } from './start-engine-process.ts';

/**
 * A cluster of two shards, each an embedded engine in its own process, behind a third engine that queries them. The embedded engine is no server: it
 * supports neither the protocol between servers nor Keeper. So the third engine's Distributed tables make the same decisions as on a cluster (the shard of
 * a row, the shards of a query, what is aggregated where, how parts are merged), and this file replaces the network between the processes:
 * - The engine splits an INSERT into the files that it would send to each shard; these are delivered.
 * - A shard is a view of the third engine that reads the rows from that shard's engine.
 * - ON CLUSTER runs on each shard. A replicated table is first created as such, with a Keeper in memory that accepts definitions but no rows, and then
 * as a plain one.
 */
export interface ClusterFront extends ClickHouseFront {
	/** Statements in the order and form in which they were sent. */
	sentStatements: string[];
	/** Rows of a table of one shard's engine. */
	queryShard(shard: 0 | 1, query: string): Promise<string>;
	/** Throws if the engine's parser does. */
	parse(statement: string): Promise<void>;
}

export const CLUSTER = 'market';

const PORT = '<tcp_port>9000</tcp_port>';
/** Configuration in which both shards are the querying engine itself, under two host names. */
const QUERYING_ENGINE_CONFIG = `<clickhouse>${PORT}<remote_servers><${CLUSTER}>
	${['127.0.0.1', 'localhost'].map((host) => `<shard><internal_replication>true</internal_replication><replica><host>${host}</host><port>9000</port></replica></shard>`).join('')}
	</${CLUSTER}></remote_servers></clickhouse>`;
const SHARD_CONFIG = `<clickhouse><zookeeper><implementation>testkeeper</implementation></zookeeper>
	<macros><shard>1</shard><replica>1</replica></macros></clickhouse>`;

/** Settings for queries: a shard is this engine, so queries run in it. For inserts: rows for the shards stay in files. */
const RUN_LOCALLY = 'prefer_localhost_replica = 1';
const WRITE_TO_FILES = 'prefer_localhost_replica = 0, distributed_foreground_insert = 0';

/** Columns to read, by table of the database `system`. */
const SYSTEM_COLUMNS: Readonly<Record<string, string>> = {
	parts: 'database String, table String, active UInt8, bytes_on_disk UInt64',
	mutations: 'database String, table String, is_done UInt8, latest_fail_time DateTime',
};

const ON_CLUSTER = ` ON CLUSTER '${CLUSTER}'`;

export async function startClusterFront(): Promise<ClusterFront> {
	const shards = await Promise.all([startEngineProcess(SHARD_CONFIG), startEngineProcess(SHARD_CONFIG)]);
	const urls = shards.map(({ url }) => url);
	const sentStatements: string[] = [];
	let thirdEngine: EmbeddedServer | undefined;
	const runOnThird = async (statement: string, rows?: Uint8Array): Promise<Uint8Array> =>
		(thirdEngine as EmbeddedServer).run(statement, rows);
	const queryText = async (statement: string): Promise<string> =>
		Buffer.from(await runOnThird(statement))
			.toString()
			.trim();

	/** Rows of both shards or, in a query for one shard, of that shard. */
	const unionShards = (columns: string, table: string): string => {
		const names = columns.split(', ').map((column) => column.split(' ')[0]);
		const query = encodeURIComponent(`SELECT ${names} FROM ${table} FORMAT Native`);
		return urls
			.map(
				(url, at) =>
					`SELECT * FROM url('${url}/?query=${query}', 'Native', '${columns.replaceAll("'", "\\'")}') WHERE shardNum() IN (0, ${at + 1})`,
			)
			.join(' UNION ALL ');
	};
	const createShardView = async (localTable: string): Promise<void> => {
		const columns = await post(
			urls[0]!,
			`SELECT name || ' ' || type FROM system.columns WHERE table = '${localTable}' ORDER BY position FORMAT TSVRaw`,
		);
		await runOnThird(
			`CREATE OR REPLACE VIEW ${localTable} AS ${unionShards(columns.toString().trim().replaceAll('\n', ', '), localTable)}`,
		);
	};

	const runOnShards = async (statement: string): Promise<void> => {
		const [, table = ''] = /(\w+_local)/.exec(statement) ?? [];
		for (const url of urls) {
			const exists = (await post(url, `EXISTS TABLE ${table} FORMAT TSV`)).toString().trim() === '1';
			if (/^CREATE TABLE/.test(statement) && !exists) {
				await post(url, statement);
				await post(url, `DROP TABLE ${table} SYNC`);
			}
			await post(url, statement.replace(/Replicated(\w*MergeTree)\('[^']*', '\{replica\}'\)/, '$1()'));
		}
		if (!/^CREATE MATERIALIZED |^DROP /.test(statement)) await createShardView(table);
	};

	const runDefinition = async (statement: string): Promise<void> => {
		const localStatement = statement.replace(ON_CLUSTER, '');
		if (/^\w+( MATERIALIZED)? (TABLE|VIEW)( IF (NOT )?EXISTS)? \w+_local/.test(localStatement)) return runOnShards(localStatement);
		await runOnThird(localStatement);
		if (localStatement.startsWith('CREATE')) await runOnThird(`SYSTEM STOP DISTRIBUTED SENDS ${/(\w+) AS/.exec(localStatement)?.[1]}`);
	};

	/** Makes the engine write the files that it would send, and delivers them. */
	const insert = async (statement: string, rows?: Uint8Array): Promise<void> => {
		const [, table = ''] = /^INSERT INTO (\w+)/.exec(statement) ?? [];
		const [, select] = /^INSERT INTO \w+ (SELECT .*)$/s.exec(statement) ?? [];
		if (select) {
			await runOnThird(`CREATE OR REPLACE TABLE selected AS ${table} ENGINE = Memory`);
			await runOnThird(`INSERT INTO selected ${select}`);
		}
		await runOnThird(`SET ${WRITE_TO_FILES}`);
		await runOnThird(select ? `INSERT INTO ${table} SELECT * FROM selected` : statement, rows);
		const [path = '', columns = ''] = (
			await queryText(`SELECT t.data_paths[1], arrayStringConcat(groupArray(c.name), ', ') FROM system.tables AS t, system.columns AS c
				WHERE t.name = '${table}' AND c.table = '${table}' GROUP BY 1 FORMAT TSV`)
		).split('\t');
		for (const [at, url] of urls.entries()) {
			const queueFolder = join(path, `shard${at + 1}_all_replicas`);
			for (const file of existsSync(queueFolder) ? readdirSync(queueFolder).filter((name) => name.endsWith('.bin')) : []) {
				const block = await runOnThird(`SELECT * FROM file('${join(queueFolder, file)}', 'Distributed') FORMAT Native`);
				await post(url, `INSERT INTO ${table}_local (${columns}) FORMAT Native`, block);
			}
		}
		await runOnThird(`TRUNCATE TABLE ${table}`);
	};

	const runRequest = async (server: EmbeddedServer, { statement, rows, settings }: EngineRequest): Promise<Uint8Array> => {
		thirdEngine = server;
		sentStatements.push(statement);
		for (const [name, value] of Object.entries(settings)) await runOnThird(`SET ${name} = '${value}'`);
		await runOnThird(`SET ${RUN_LOCALLY}`);
		if (statement.includes(ON_CLUSTER)) await runDefinition(statement);
		else if (statement.startsWith('INSERT')) await insert(statement, rows);
		else
			return runOnThird(
				statement
					.replace(
						/clusterAllReplicas\('\w+', system\.(\w+)\)/,
						(_, name: string) => `(${unionShards(SYSTEM_COLUMNS[name]!, `system.${name}`)})`,
					)
					// A view does not support PREWHERE.
					.replace(/PREWHERE (.*?) WHERE/s, 'WHERE $1 AND'),
			);
		return new Uint8Array(0);
	};
	// Serialized, because settings apply to the engine's connection.
	let lastRequest: Promise<unknown> = Promise.resolve();
	const front = await startClickHouseFront(QUERYING_ENGINE_CONFIG, (server, request) => {
		const nextRequest = lastRequest.then(
			() => runRequest(server, request),
			() => runRequest(server, request),
		);
		lastRequest = nextRequest;
		return nextRequest;
	});
	return {
		url: front.url,
		sentStatements,
		queryShard: async (shard, query) => (await post(urls[shard]!, `${query} FORMAT TSV`)).toString().trim(),
		parse: async (statement) => void (await runOnThird(`EXPLAIN AST ${statement}`)),
		close: async () => {
			await front.close();
			for (const shard of shards) await shard.close();
		},
	};
}

async function post(url: string, statement: string, rows?: Uint8Array): Promise<Buffer> {
	const response = await (rows === undefined
		? fetch(url, { method: 'POST', body: statement })
		: fetch(`${url}/?query=${encodeURIComponent(statement)}`, { method: 'POST', body: Buffer.from(rows) }));
	const body = Buffer.from(await response.arrayBuffer());
	if (!response.ok) throw new Error(body.toString());
	return body;
}
