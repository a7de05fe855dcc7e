/** Both stores as servers for several processes: the embedded PostgreSQL, and an HTTP front for the embedded ClickHouse engine. */
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { startEmbedded } from '@sw/store/postgres/embedded';
import { startEngineProcess } from '@sw/store/testing/start-engine-process';
import { findFreePort } from './server-process.ts';

export interface SharedStores {
	databaseUrl: string;
	clickhouseUrl: string;
	/** Opens another route to the database, for one process only. */
	openRoute(): Promise<DatabaseRoute>;
	close(): Promise<void>;
}

/** A route to the database that can be cut. */
export interface DatabaseRoute {
	url: string;
	/** `closed`: connections end and new ones fail. `silent`: no data passes in either direction, and no error is reported. */
	cut(mode: 'closed' | 'silent'): void;
	/** Restores the route and passes on the data held back meanwhile. */
	repair(): void;
	close(): void;
}

export async function openSharedStores(folder: string): Promise<SharedStores> {
	const database = await startEmbedded({ folder: join(folder, 'postgres'), maxConnections: 300 });
	const engineProcess = await startEngineProcess();
	const socketFolder = decodeURIComponent(database.url.split('host=')[1] ?? '');
	const routes: DatabaseRoute[] = [];
	return {
		databaseUrl: database.url,
		clickhouseUrl: engineProcess.url,
		openRoute: async () => {
			const route = await createRoute(join(socketFolder, '.s.PGSQL.5432'));
			routes.push(route);
			return route;
		},
		close: async () => {
			for (const route of routes) route.close();
			await engineProcess.close();
			await database.stop();
		},
	};
}

async function createRoute(socketPath: string): Promise<DatabaseRoute> {
	const port = await findFreePort();
	const pairs = new Set<[Socket, Socket]>();
	let state: 'open' | 'closed' | 'silent' = 'open';
	const joinPair = ([first, second]: [Socket, Socket]): void => {
		first.pipe(second);
		second.pipe(first);
	};
	const endPair = (pair: [Socket, Socket]): void => {
		pairs.delete(pair);
		for (const socket of pair) socket.destroy();
	};
	const server = createServer((client) => {
		if (state === 'closed') return void client.destroy();
		const pair: [Socket, Socket] = [client, connect(socketPath)];
		pairs.add(pair);
		for (const socket of pair) {
			socket.on('error', () => {});
			socket.on('close', () => state !== 'silent' && endPair(pair));
		}
		if (state === 'open') joinPair(pair);
	});
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	return {
		url: `postgresql://app@127.0.0.1:${port}/postgres`,
		cut: (mode) => {
			state = mode;
			for (const pair of pairs) {
				if (mode === 'closed') endPair(pair);
				else for (const socket of pair) socket.unpipe();
			}
		},
		repair: () => {
			state = 'open';
			for (const pair of pairs) {
				if (pair.some(({ destroyed }) => destroyed)) endPair(pair);
				else joinPair(pair);
			}
		},
		close: () => {
			for (const pair of pairs) endPair(pair);
			server.close();
		},
	};
}
