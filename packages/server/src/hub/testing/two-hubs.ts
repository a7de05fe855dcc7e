import { randomBytes } from 'node:crypto';
import { request as httpRequest, type RequestListener } from 'node:http';
import type { HubLimits } from '../limits.ts';
import type { HubPeers } from '../peers.ts';
import { type HubServer, startFront, startHub } from './hub-server.ts';

export interface TwoHubs {
	/** The two hubs. The first one receives the first call. */
	readonly hubs: readonly [HubServer, HubServer];
	/** Base URL by process number; a process without an entry has stopped. */
	readonly baseUrls: Map<number, string>;
	/** The proxy in front of both: calls alternate between them, or go to the one that is left. */
	readonly front: { readonly origin: string; close(): void };
	/** Calls that the front sent to each, by method. */
	readonly requests: readonly [string[], string[]];
	/** Stops a hub normally, or as if its process was killed. */
	end(which: 0 | 1, how: 'stopped' | 'killed'): Promise<void>;
	close(): Promise<void>;
}

const SECRET = randomBytes(32);

/** Two processes behind a proxy that knows nothing of connections. */
export async function startTwoHubs(limits: Partial<HubLimits> = {}, callsPerMinute = 100_000): Promise<TwoHubs> {
	const baseUrls = new Map<number, string>();
	const start = async (processNumber: number): Promise<HubServer> => {
		const peers: HubPeers = { processNumber, secret: SECRET, baseUrlOf: async (processNumber) => baseUrls.get(processNumber) };
		const hub = await startHub({ limits, callsPerMinute, peers });
		baseUrls.set(processNumber, hub.origin);
		return hub;
	};
	const hubs: [HubServer, HubServer] = [await start(1), await start(2)];
	const stoppedHubs = new Set<number>();
	const requests: [string[], string[]] = [[], []];
	let turn = 1;
	const forwardRequest: RequestListener = (request, response) => {
		turn = 1 - turn;
		const target = stoppedHubs.has(turn) ? 1 - turn : turn;
		requests[target as 0 | 1].push(request.method ?? '');
		const forwarded = httpRequest(
			(hubs[target] as HubServer).origin + request.url,
			{ method: request.method ?? 'GET', headers: request.headers },
			(forwardedResponse) => {
				response.writeHead(forwardedResponse.statusCode ?? 502, forwardedResponse.headers);
				forwardedResponse.pipe(response);
			},
		);
		forwarded.once('error', () => response.destroy());
		response.once('close', () => forwarded.destroy());
		request.pipe(forwarded);
	};
	const front = await startFront(forwardRequest);
	return {
		hubs,
		baseUrls,
		front,
		requests,
		end: async (which, how) => {
			stoppedHubs.add(which);
			if (how === 'killed') {
				baseUrls.delete(which + 1);
				hubs[which].app.server.closeAllConnections();
			}
			await hubs[which].close();
			baseUrls.delete(which + 1);
		},
		close: async () => {
			front.close();
			await Promise.all(hubs.map((hub) => hub.close()));
		},
	};
}
