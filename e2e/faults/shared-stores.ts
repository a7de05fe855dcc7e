/** Both stores as servers for several processes: the embedded PostgreSQL, and an HTTP front for the embedded ClickHouse engine. */
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { startEmbedded } from '@sw/store/postgres/embedded';
import { startEngineProcess } from '@sw/store/testing/start-engine-process';
import { freePort } from './server-process.ts';

export interface SharedStores {
	databaseUrl: string;
	clickhouseUrl: string;
	/** Another route to the database, for one process only. */
	line(): Promise<DatabaseLine>;
	close(): Promise<void>;
}

/** A route to the database that can be cut. */
export interface DatabaseLine {
	url: string;
	/** `closed`: connections end and new ones fail. `silent`: no data passes in either direction, and no error is reported. */
	cut(how: 'closed' | 'silent'): void;
	/** Held data is passed on. */
	repair(): void;
	close(): void;
}

export async function openSharedStores(folder: string): Promise<SharedStores> {
	const database = await startEmbedded({ folder: join(folder, 'postgres'), connections: 300 });
	const front = await startEngineProcess();
	const socketFolder = decodeURIComponent(database.url.split('host=')[1] ?? '');
	const lines: DatabaseLine[] = [];
	return {
		databaseUrl: database.url,
		clickhouseUrl: front.url,
		line: async () => {
			const line = await lineTo(join(socketFolder, '.s.PGSQL.5432'));
			lines.push(line);
			return line;
		},
		close: async () => {
			for (const line of lines) line.close();
			await front.close();
			await database.stop();
		},
	};
}

async function lineTo(socketPath: string): Promise<DatabaseLine> {
	const port = await freePort();
	const pairs = new Set<[Socket, Socket]>();
	let state: 'open' | 'closed' | 'silent' = 'open';
	const joined = ([one, other]: [Socket, Socket]): void => {
		one.pipe(other);
		other.pipe(one);
	};
	const end = (pair: [Socket, Socket]): void => {
		pairs.delete(pair);
		for (const socket of pair) socket.destroy();
	};
	const server = createServer((client) => {
		if (state === 'closed') return void client.destroy();
		const pair: [Socket, Socket] = [client, connect(socketPath)];
		pairs.add(pair);
		for (const socket of pair) {
			socket.on('error', () => {});
			socket.on('close', () => state !== 'silent' && end(pair));
		}
		if (state === 'open') joined(pair);
	});
	await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
	return {
		url: `postgresql://app@127.0.0.1:${port}/postgres`,
		cut: (how) => {
			state = how;
			for (const pair of pairs) {
				if (how === 'closed') end(pair);
				else for (const socket of pair) socket.unpipe();
			}
		},
		repair: () => {
			state = 'open';
			for (const pair of pairs) {
				if (pair.some(({ destroyed }) => destroyed)) end(pair);
				else joined(pair);
			}
		},
		close: () => {
			for (const pair of pairs) end(pair);
			server.close();
		},
	};
}
