import { mkdirSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { drainPending, Session } from 'chdb';
import { createChdbConnection } from 'chdb/connection';
import { explainDamage, StoreError } from '../../faults/store-error.ts';
import { bytesOf, type Connections, createConnections, type Engine, INSERT_SETTINGS, withPriority } from './engine.ts';
import { decodeBlocks, encodeBlock, retryMalformed } from './native.ts';

/**
 * Opens connections to the embedded engine on one folder, each with the priority of its reads. Only one process can open a folder, and a process
 * can open only one folder. Throws StoreError series_failed.
 */
export function openEmbedded<Name extends string>(path: string, priorities: Readonly<Record<Name, number>>): Connections<Name> {
	const insertFolder = join(path, 'inbox');
	rmSync(insertFolder, { recursive: true, force: true });
	mkdirSync(insertFolder, { recursive: true });
	const rootSession = openRootSession(path);
	const clients: Client[] = [];
	const connections = createConnections(priorities, (priority) => {
		// The two packages declare `ping` with different types.
		const client = createClient({ connection: createChdbConnection({ path }) as never, clickhouse_settings: NO_COMPILATION });
		clients.push(client);
		return createConnection(client, insertFolder, priority);
	});
	const close = async (): Promise<void> => {
		for (const client of clients) await client.close();
		rootSession.close();
		await drainPending();
	};
	return Object.assign(connections, { close });
}

/** Opens the first connection to the folder, with the limits for all connections. */
function openRootSession(path: string): Session {
	const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
	const limit = Math.round(Math.min(6e9, memory * 0.6));
	try {
		return new Session(path, { connectionArgs: [`--max_server_memory_usage=${limit}`, '--mark_cache_size=268435456'] });
	} catch (cause) {
		const damage = explainDamage(cause);
		if (damage !== cause) throw damage;
		throw new StoreError('series_failed', `Couldn't open the series in ${path}: ${(cause as Error).message}`, { cause });
	}
}

/**
 * Disables compilation to machine code, which the engine starts at the fourth use of an expression in each process. Compiling the expressions for deep
 * cells delayed the fourth report by a third of a second, and made no later insert or scan faster.
 */
const NO_COMPILATION = { compile_expressions: 0, compile_aggregate_expressions: 0, compile_sort_description: 0 } as const;

let insertNumber = 0;

type Client = ReturnType<typeof createClient>;

function createConnection(client: Client, insertFolder: string, priority: number): Engine {
	const exec = async (query: string): Promise<Uint8Array> => {
		try {
			return await bytesOf((await client.exec({ query })).stream);
		} catch (error) {
			throw explainDamage(error);
		}
	};
	return {
		read: (spec, query, into) => retryMalformed(async () => decodeBlocks(spec, await exec(withPriority(query, priority)), into)),
		// Through a file, because data in a statement's body is converted to text.
		write: async (table, spec, columns, from, to) => {
			const file = join(insertFolder, `${++insertNumber}.native`);
			try {
				const handle = await open(file, 'w', 0o600);
				await handle.writev(encodeBlock(spec, columns, from, to)).finally(() => handle.close());
				await exec(`INSERT INTO ${table} (${Object.keys(spec)}) FROM INFILE '${escapePath(file)}' ${INSERT_SETTINGS} FORMAT Native`);
			} finally {
				await rm(file, { force: true });
			}
		},
		run: async (statement) => {
			await exec(statement);
		},
	};
}

function escapePath(path: string): string {
	return path.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
}
