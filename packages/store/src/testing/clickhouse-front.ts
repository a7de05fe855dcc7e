import { mkdtempSync, rmSync } from 'node:fs';
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

/** What a ClickHouse server's HTTP interface does for our client, in front of the embedded engine: enough to test the line to a server. */
export const clickHouseFront = async (): Promise<ClickHouseFront> => {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-front-'));
	const session = new Session(join(folder, 'series'));
	let inserts = 0;
	const answer = async (request: IncomingMessage): Promise<Uint8Array> => {
		const body = await buffer(request);
		const query = new URL(request.url ?? '/', 'http://front').searchParams.get('query');
		// As a server does: the statement stands in the address when the body holds rows.
		if (query === null) return (await session.queryAsync(body.toString())).bytes();
		const file = join(folder, `${++inserts}.native`);
		await writeFile(file, body);
		await session.queryAsync(query.replace(' SETTINGS', ` FROM INFILE '${file}' SETTINGS`));
		await rm(file);
		return new Uint8Array(0);
	};
	const server = createServer((request, response) => {
		answer(request).then(
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
};
