import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { drainPending, Session } from 'chdb';

export interface ClickHouseFront {
	url: string;
	close(): Promise<void>;
}

/** A request as a server receives it: if the body contains rows, the statement is in the URL. */
export interface EngineRequest {
	statement: string;
	rows: Uint8Array | undefined;
	/** Settings for this statement, in addition to its own. */
	settings: Readonly<Record<string, string>>;
}

export interface EmbeddedServer {
	session: Session;
	/** A temporary folder, removed at the end. */
	folder: string;
	/** Runs a statement. Rows in the body are read from a file. */
	run(statement: string, rows?: Uint8Array): Promise<Uint8Array>;
}

/** URL parameters that are not settings: the client itself sends them. */
const CLIENT_PARAMETERS = new Set(['query', 'query_id', 'database', 'default_format', 'session_id']);

/** Imitates the part of a ClickHouse server's HTTP interface that our client uses, with the embedded engine. `config`: XML for the engine. */
export async function startClickHouseFront(
	config?: string,
	runRequest = (server: EmbeddedServer, { statement, rows }: EngineRequest): Promise<Uint8Array> => server.run(statement, rows),
): Promise<ClickHouseFront> {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-front-'));
	const file = join(folder, 'config.xml');
	writeFileSync(file, config ?? '<clickhouse/>');
	const session = new Session(join(folder, 'series'), { connectionArgs: [`--config-file=${file}`] });
	let inserts = 0;
	const run = async (statement: string, rows?: Uint8Array): Promise<Uint8Array> => {
		if (rows === undefined) return (await session.queryAsync(statement)).bytes();
		const path = join(folder, `${++inserts}.native`);
		await writeFile(path, rows);
		await session.queryAsync(statement.replace(/(?= SETTINGS| FORMAT)/, ` FROM INFILE '${path}'`));
		await rm(path);
		return new Uint8Array(0);
	};
	const server = createServer((request, response) => {
		if (request.url?.startsWith('/ping')) return void response.end('Ok.\n');
		readRequest(request)
			.then((engineRequest) => runRequest({ session, folder, run }, engineRequest))
			.then(
				(bytes) => response.end(bytes),
				(error: Error) => {
					const code = /Code: (\d+)/.exec(error.message)?.[1] ?? '1';
					response.writeHead(500, { 'x-clickhouse-exception-code': code }).end(error.message);
				},
			);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const close = async (): Promise<void> => {
		server.closeAllConnections();
		await new Promise((closed) => server.close(closed));
		session.close();
		await drainPending();
		rmSync(folder, { recursive: true, force: true });
	};
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

async function readRequest(request: IncomingMessage): Promise<EngineRequest> {
	const body = await buffer(request);
	const params = [...new URL(request.url ?? '/', 'http://front').searchParams];
	const query = new Map(params).get('query');
	const settings = Object.fromEntries(params.filter(([name]) => !CLIENT_PARAMETERS.has(name)));
	if (query === undefined) return { statement: body.toString(), rows: undefined, settings };
	return { statement: query, rows: request.method === 'POST' ? body : undefined, settings };
}
