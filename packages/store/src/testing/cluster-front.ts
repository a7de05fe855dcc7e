import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ClickHouseFront, clickHouseFront, type EmbeddedServer, type EngineRequest } from './clickhouse-front.ts';
import { startEngineProcess } from './start-engine-process.ts';

/**
 * A cluster of two shards, each an embedded engine in its own process, behind a third engine that queries them. The embedded engine is no server: it
 * supports neither the protocol between servers nor Keeper. So the third engine's Distributed tables decide the same as on a cluster (the shard of
 * a row, the shards of a query, what is aggregated where, how parts are merged), and this file replaces the network between the processes:
 * - The engine splits an INSERT into the files that it would send to each shard; these are delivered.
 * - A shard is a view of the third engine that reads the rows from that shard's engine.
 * - ON CLUSTER runs on each shard. A replicated table is first created as such, with a Keeper in memory that accepts definitions but no rows, and then
 * as a plain one.
 */
export interface ClusterFront extends ClickHouseFront {
	/** Statements in the order and form in which they were sent. */
	sent: string[];
	/** Rows of a table of one shard's engine. */
	ofShard(shard: 0 | 1, query: string): Promise<string>;
	/** Throws if the engine's parser does. */
	parse(statement: string): Promise<void>;
}

export const CLUSTER = 'market';

const PORT = '<tcp_port>9000</tcp_port>';
/** The querying engine takes itself for both shards; only their numbers differ. */
const ASKING = `<clickhouse>${PORT}<remote_servers><${CLUSTER}>
	${['127.0.0.1', 'localhost'].map((host) => `<shard><internal_replication>true</internal_replication><replica><host>${host}</host><port>9000</port></replica></shard>`).join('')}
	</${CLUSTER}></remote_servers></clickhouse>`;
const SHARD = `<clickhouse><zookeeper><implementation>testkeeper</implementation></zookeeper>
	<macros><shard>1</shard><replica>1</replica></macros></clickhouse>`;

/** Settings that differ because nothing can be sent to a shard: the shard is this engine, and what would be sent stays in files. */
const HERE = 'prefer_localhost_replica = 1';
const INTO_FILES = 'prefer_localhost_replica = 0, distributed_foreground_insert = 0';

/** Columns that are read from tables of `system`. */
const OF_SYSTEM: Readonly<Record<string, string>> = {
	parts: 'database String, table String, active UInt8, bytes_on_disk UInt64',
	mutations: 'database String, table String, is_done UInt8, latest_fail_time DateTime',
};

const ON_CLUSTER = ` ON CLUSTER '${CLUSTER}'`;

export async function clusterFront(): Promise<ClusterFront> {
	const shards = await Promise.all([startEngineProcess(SHARD), startEngineProcess(SHARD)]);
	const urls = shards.map(({ url }) => url);
	const sent: string[] = [];
	let third: EmbeddedServer | undefined;
	const runThird = async (statement: string, rows?: Uint8Array): Promise<Uint8Array> => (third as EmbeddedServer).run(statement, rows);
	const text = async (statement: string): Promise<string> =>
		Buffer.from(await runThird(statement))
			.toString()
			.trim();

	/** Rows of both shards or, in a query for one shard, of that shard. */
	const union = (columns: string, from: string): string => {
		const names = columns.split(', ').map((column) => column.split(' ')[0]);
		const query = encodeURIComponent(`SELECT ${names} FROM ${from} FORMAT Native`);
		return urls
			.map(
				(url, at) =>
					`SELECT * FROM url('${url}/?query=${query}', 'Native', '${columns.replaceAll("'", "\\'")}') WHERE shardNum() IN (0, ${at + 1})`,
			)
			.join(' UNION ALL ');
	};
	const view = async (local: string): Promise<void> => {
		const columns = await post(
			urls[0]!,
			`SELECT name || ' ' || type FROM system.columns WHERE table = '${local}' ORDER BY position FORMAT TSVRaw`,
		);
		await runThird(`CREATE OR REPLACE VIEW ${local} AS ${union(columns.toString().trim().replaceAll('\n', ', '), local)}`);
	};

	const ofShards = async (statement: string): Promise<void> => {
		const [, table = ''] = /(\w+_local)/.exec(statement) ?? [];
		for (const url of urls) {
			const known = (await post(url, `EXISTS TABLE ${table} FORMAT TSV`)).toString().trim() === '1';
			if (/^CREATE TABLE/.test(statement) && !known) {
				await post(url, statement);
				await post(url, `DROP TABLE ${table} SYNC`);
			}
			await post(url, statement.replace(/Replicated(\w*MergeTree)\('[^']*', '\{replica\}'\)/, '$1()'));
		}
		if (!/^CREATE MATERIALIZED |^DROP /.test(statement)) await view(table);
	};

	const define = async (statement: string): Promise<void> => {
		const plain = statement.replace(ON_CLUSTER, '');
		if (/^\w+( MATERIALIZED)? (TABLE|VIEW)( IF (NOT )?EXISTS)? \w+_local/.test(plain)) return ofShards(plain);
		await runThird(plain);
		if (plain.startsWith('CREATE')) await runThird(`SYSTEM STOP DISTRIBUTED SENDS ${/(\w+) AS/.exec(plain)?.[1]}`);
	};

	/** Makes the engine write the files that it would send, and delivers them. */
	const insert = async (statement: string, rows?: Uint8Array): Promise<void> => {
		const [, table = ''] = /^INSERT INTO (\w+)/.exec(statement) ?? [];
		const [, select] = /^INSERT INTO \w+ (SELECT .*)$/s.exec(statement) ?? [];
		if (select) {
			await runThird(`CREATE OR REPLACE TABLE selected AS ${table} ENGINE = Memory`);
			await runThird(`INSERT INTO selected ${select}`);
		}
		await runThird(`SET ${INTO_FILES}`);
		await runThird(select ? `INSERT INTO ${table} SELECT * FROM selected` : statement, rows);
		const [path = '', columns = ''] = (
			await text(`SELECT t.data_paths[1], arrayStringConcat(groupArray(c.name), ', ') FROM system.tables AS t, system.columns AS c
				WHERE t.name = '${table}' AND c.table = '${table}' GROUP BY 1 FORMAT TSV`)
		).split('\t');
		for (const [at, url] of urls.entries()) {
			const waiting = join(path, `shard${at + 1}_all_replicas`);
			for (const file of existsSync(waiting) ? readdirSync(waiting).filter((name) => name.endsWith('.bin')) : []) {
				const block = await runThird(`SELECT * FROM file('${join(waiting, file)}', 'Distributed') FORMAT Native`);
				await post(url, `INSERT INTO ${table}_local (${columns}) FORMAT Native`, block);
			}
		}
		await runThird(`TRUNCATE TABLE ${table}`);
	};

	const answer = async (server: EmbeddedServer, { statement, rows, settings }: EngineRequest): Promise<Uint8Array> => {
		third = server;
		sent.push(statement);
		for (const [name, value] of Object.entries(settings)) await runThird(`SET ${name} = '${value}'`);
		await runThird(`SET ${HERE}`);
		if (statement.includes(ON_CLUSTER)) await define(statement);
		else if (statement.startsWith('INSERT')) await insert(statement, rows);
		else
			return runThird(
				statement
					.replace(/clusterAllReplicas\('\w+', system\.(\w+)\)/, (_, name: string) => `(${union(OF_SYSTEM[name]!, `system.${name}`)})`)
					// A view does not support PREWHERE.
					.replace(/PREWHERE (.*?) WHERE/s, 'WHERE $1 AND'),
			);
		return new Uint8Array(0);
	};
	// Serialized, because settings apply to the engine's connection.
	let last: Promise<unknown> = Promise.resolve();
	const front = await clickHouseFront(ASKING, (server, request) => {
		const next = last.then(
			() => answer(server, request),
			() => answer(server, request),
		);
		last = next;
		return next;
	});
	return {
		url: front.url,
		sent,
		ofShard: async (shard, query) => (await post(urls[shard]!, `${query} FORMAT TSV`)).toString().trim(),
		parse: async (statement) => void (await runThird(`EXPLAIN AST ${statement}`)),
		close: async () => {
			await front.close();
			for (const shard of shards) await shard.close();
		},
	};
}

async function post(url: string, statement: string, rows?: Uint8Array): Promise<Buffer> {
	const answer = await (rows === undefined
		? fetch(url, { method: 'POST', body: statement })
		: fetch(`${url}/?query=${encodeURIComponent(statement)}`, { method: 'POST', body: Buffer.from(rows) }));
	const body = Buffer.from(await answer.arrayBuffer());
	if (!answer.ok) throw new Error(body.toString());
	return body;
}
