/** HTTP agents that connect only to the public internet. Addresses are checked while connecting, so a second DNS lookup can't change them. */
import { lookup } from 'node:dns/promises';
import { Agent as PlainAgent } from 'node:http';
import { Agent, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { isPublicIp } from '@sw/domain/access/address';

export interface ResolvedAddress {
	readonly address: string;
	readonly family: number;
}
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;

/** Thrown for a host outside the public internet. */
export class NotPublic extends Error {
	override readonly name = 'NotPublic';
	constructor() {
		super("The host's address is in a private network.");
	}
}

const systemResolve: Resolve = (host) => lookup(host, { all: true });

/** Resolves a name. Rejects if any of the addresses is not public: mixing both kinds suggests an attack. */
export async function resolvePublicAddresses(host: string, resolve: Resolve): Promise<readonly ResolvedAddress[]> {
	const addresses = await resolve(host);
	if (!addresses.every(({ address }) => isPublicIp(address))) throw new NotPublic();
	return addresses;
}

type LookupCallback = (error: Error | null, addresses?: string | readonly ResolvedAddress[], family?: number) => void;

/** Creates a lookup function for `net.connect`, which asks either for all addresses or for one. */
function createLookup(resolve: Resolve) {
	return (host: string, { all }: { all?: boolean }, callback: LookupCallback): void => {
		resolvePublicAddresses(host, resolve).then(
			(addresses) => (all ? callback(null, addresses) : callback(null, addresses[0]?.address, addresses[0]?.family)),
			(error: Error) => callback(error),
		);
	};
}

/** Maximum number of connections per host, and of idle connections kept for later requests. */
const [MAX_CONNECTIONS, MAX_IDLE_CONNECTIONS] = [8, 4];
const IDLE_TIMEOUT_MS = 20_000;

const KEEP_ALIVE_OPTIONS = { keepAlive: true, maxSockets: MAX_CONNECTIONS, maxFreeSockets: MAX_IDLE_CONNECTIONS, timeout: IDLE_TIMEOUT_MS };

type Connect = (options: RequestOptions, callback?: (error: Error | null, stream: Duplex) => void) => Duplex | null | undefined;

/** Makes the agent check each address before it connects. */
function guardAgent<A extends { createConnection: Connect }>(agent: A, resolve: Resolve): A {
	const connect = agent.createConnection.bind(agent);
	const lookup = createLookup(resolve);
	agent.createConnection = (options, callback) => {
		const host = String(options.host ?? '').replace(/^\[|\]$/g, '');
		// IP addresses are not looked up, so they are checked here.
		if (isIP(host) !== 0 && !isPublicIp(host)) throw new NotPublic();
		return connect({ ...options, lookup: lookup as never }, callback);
	};
	return agent;
}

/** Creates an agent for https. */
export function createPublicAgent(resolve: Resolve = systemResolve): Agent {
	return guardAgent(new Agent(KEEP_ALIVE_OPTIONS), resolve);
}

/** Creates an agent for plain http, for content that has its own signature. */
export function createPublicPlainAgent(resolve: Resolve = systemResolve): PlainAgent {
	return guardAgent(new PlainAgent(KEEP_ALIVE_OPTIONS), resolve);
}
