import { randomBytes } from 'node:crypto';
import { request as ask, type RequestListener } from 'node:http';
import type { HubLimits } from '../limits.ts';
import type { HubPeers } from '../peers.ts';
import { type HubServer, startFront, startHub } from './hub-server.ts';

export interface TwoHubs {
	/** Both; the first receives the first call. */
	readonly hubs: readonly [HubServer, HubServer];
	/** Address of each process; a missing entry means that it has stopped. */
	readonly addresses: Map<number, string>;
	/** The shared address of both: calls alternate between them, or go to the one that is left. */
	readonly front: { readonly origin: string; close(): void };
	/** Calls that the front sent to each, by method. */
	readonly requests: readonly [string[], string[]];
	/** Stops a hub in order, or as if its process was killed. */
	end(which: 0 | 1, how: 'stopped' | 'killed'): Promise<void>;
	close(): Promise<void>;
}

const SECRET = randomBytes(32);

/** Two processes behind a proxy that knows nothing of connections. */
export async function startTwoHubs(limits: Partial<HubLimits> = {}, callsPerMinute = 100_000): Promise<TwoHubs> {
	const addresses = new Map<number, string>();
	const start = async (number: number): Promise<HubServer> => {
		const peers: HubPeers = { number, secret: SECRET, baseUrlOf: async (other) => addresses.get(other) };
		const hub = await startHub({ limits, callsPerMinute, peers });
		addresses.set(number, hub.origin);
		return hub;
	};
	const hubs: [HubServer, HubServer] = [await start(1), await start(2)];
	const ended = new Set<number>();
	const requests: [string[], string[]] = [[], []];
	let turn = 1;
	const passOn: RequestListener = (request, response) => {
		turn = 1 - turn;
		const to = ended.has(turn) ? 1 - turn : turn;
		requests[to as 0 | 1].push(request.method ?? '');
		const passed = ask(
			(hubs[to] as HubServer).origin + request.url,
			{ method: request.method ?? 'GET', headers: request.headers },
			(answer) => {
				response.writeHead(answer.statusCode ?? 502, answer.headers);
				answer.pipe(response);
			},
		);
		passed.once('error', () => response.destroy());
		response.once('close', () => passed.destroy());
		request.pipe(passed);
	};
	const front = await startFront(passOn);
	return {
		hubs,
		addresses,
		front,
		requests,
		end: async (which, how) => {
			ended.add(which);
			if (how === 'killed') {
				addresses.delete(which + 1);
				hubs[which].app.server.closeAllConnections();
			}
			await hubs[which].close();
			addresses.delete(which + 1);
		},
		close: async () => {
			front.close();
			await Promise.all(hubs.map((hub) => hub.close()));
		},
	};
}
