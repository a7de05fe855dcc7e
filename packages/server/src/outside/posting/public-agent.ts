/** Connections by TLS to the public internet alone. The address is judged when it is connected to, so that a name cannot lead elsewhere in between. */
import { lookup } from 'node:dns/promises';
import { Agent, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { isPublicAddress } from '@sw/domain/access/public-address';

export interface Found {
	readonly address: string;
	readonly family: number;
}
export type Resolve = (host: string) => Promise<readonly Found[]>;

/** The host leads into a network that is nobody's on the public internet. */
export class NotPublic extends Error {
	override readonly name = 'NotPublic';
	constructor() {
		super("The host's address is in a private network.");
	}
}

const byTheSystem: Resolve = (host) => lookup(host, { all: true });

/** Rejects when any of a name's addresses is not public: who mixes them means no good. */
export const publicAddresses = async (host: string, resolve: Resolve): Promise<readonly Found[]> => {
	const found = await resolve(host);
	if (!found.every(({ address }) => isPublicAddress(address))) throw new NotPublic();
	return found;
};

type Answer = (error: Error | null, found?: string | readonly Found[], family?: number) => void;

/** As `net.connect` asks for addresses: all of them, or one. */
const lookupBy =
	(resolve: Resolve) =>
	(host: string, { all }: { all?: boolean }, answer: Answer): void => {
		publicAddresses(host, resolve).then(
			(found) => (all ? answer(null, found) : answer(null, found[0]?.address, found[0]?.family)),
			(error: Error) => answer(error),
		);
	};

/** Connections to one host at once, and such that wait for the next request. */
const [MOST, KEPT] = [8, 4];
const IDLE = 20_000;

class PublicAgent extends Agent {
	readonly #lookup: ReturnType<typeof lookupBy>;
	constructor(resolve: Resolve) {
		super({ keepAlive: true, maxSockets: MOST, maxFreeSockets: KEPT, timeout: IDLE });
		this.#lookup = lookupBy(resolve);
	}
	override createConnection(options: RequestOptions, callback?: (error: Error | null, stream: Duplex) => void): Duplex | null | undefined {
		const host = String(options.host ?? '').replace(/^\[|\]$/g, '');
		// An address is looked up by nobody.
		if (isIP(host) !== 0 && !isPublicAddress(host)) throw new NotPublic();
		return super.createConnection({ ...options, lookup: this.#lookup as never }, callback);
	}
}

export const publicAgent = (resolve: Resolve = byTheSystem): Agent => new PublicAgent(resolve);
