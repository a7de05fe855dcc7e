/** The server process of the hub benchmark, separate so that only its memory is counted. Argument: `hub`, or `plain` for the reference. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Guard } from '@sw/server/areas/guard';
import { createApp } from '@sw/server/http/app';
import { HTTP_DEFAULTS } from '@sw/server/http/config';
import { createHub } from '@sw/server/hub/create-hub';
import { systemWallClock } from '@sw/server/platform/clocks/wall-clock';

interface HubServer {
	port: number;
	waitingCount(): number;
	notify(): void;
}

const HOST = '127.0.0.1';
/** Large enough for all clients that connect at the same time. */
const backlog = 4_096;

/** All calls are allowed; each connection has its own account. */
const guard: Guard = (request) => ({
	ipBucket: request.ip,
	account: { id: String(request.headers['x-account']), role: 'user', licence: 'pro', session: null },
});

async function startHub(): Promise<HubServer> {
	const config = { ...HTTP_DEFAULTS, origin: `http://${HOST}`, callsPerMinute: 10_000_000 };
	const hub = createHub({ wall: systemWallClock, guard, origin: config.origin, canReceive: () => true });
	const app = await createApp({ config, areas: [], version: '1', guard, extensions: [hub.routes] });
	await app.listen({ port: 0, host: HOST, backlog });
	return {
		port: (app.server.address() as AddressInfo).port,
		waitingCount: () => hub.metrics().heldPolls,
		notify: () => hub.announce(null),
	};
}

const BODY = '{"type":1,"target":"ReceiveNewReport","arguments":[]}\x1e';

/** The minimum that a long-polling server in Node does: it holds responses, then completes them. */
async function startReferenceServer(): Promise<HubServer> {
	const waitingResponses = new Set<ServerResponse>();
	const server = createServer((_request, response) => waitingResponses.add(response));
	await new Promise<void>((resolve) => server.listen({ port: 0, host: HOST, backlog }, resolve));
	const notify = (): void => {
		for (const response of waitingResponses) {
			response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': BODY.length });
			response.end(BODY);
		}
		waitingResponses.clear();
	};
	return { port: (server.address() as AddressInfo).port, waitingCount: () => waitingResponses.size, notify };
}

const server = await (process.argv[2] === 'hub' ? startHub() : startReferenceServer());
process.once('disconnect', () => process.exit(0));
process.on('message', (message) => {
	if (message === 'notify') server.notify();
	process.send?.({ waiting: server.waitingCount(), bytes: process.memoryUsage.rss() });
});
process.send?.({ port: server.port });
