import { randomBytes } from 'node:crypto';
import { RECEIVE_NEW_MESSAGES, RECEIVE_NEW_REPORT } from '@sw/contract/reports/hub';
import type { CallerAccount } from '@sw/domain/access/caller';
import type { FastifyInstance } from 'fastify';
import type { Guard } from '../areas/guard.ts';
import type { WallClock } from '../platform/clocks/wall-clock.ts';
import { createConnections, type NewNames } from './connections.ts';
import { createPeerForwarder } from './forward-to-peer.ts';
import { HUB_LIMITS, type HubLimits } from './limits.ts';
import type { HubPeers } from './peers.ts';
import { type CloseReason, closeRecord, eventRecord } from './records.ts';
import { hubRoutes } from './routes.ts';
import { newToken } from './tokens.ts';

/** `R`: the facts of a report. */
export interface HubParts<R> {
	readonly wall: WallClock;
	readonly guard: Guard;
	/** Scheme, host and port under which browsers reach the service. */
	readonly origin: string;
	/** Whether the account may open the report. */
	readonly mayReceive: (account: CallerAccount, report: R) => boolean;
	/** IDs of connections: letters, digits, - and _, because the client does not encode them. The secret one needs at least 128 random bits. */
	readonly newNames?: NewNames;
	/** Other processes that hold connections. Default: none. */
	readonly peers?: HubPeers;
	readonly limits?: Partial<HubLimits>;
}

/** The live connection: a SignalR hub over long polling, which the client `@microsoft/signalr` speaks to unmodified. */
export interface Hub<R> {
	/** An extension of `createApp`. When the app closes, held polls end before connections are cut. */
	routes(app: FastifyInstance): void;
	/** Notifies every open connection whose account may open the report. All events are queued before this returns. */
	announce(report: R): void;
	/** Notifies an account's connections, or all connections, of new messages. */
	announceMessages(accountId?: string): void;
	/** Disconnects an account's clients: it signed out, was blocked, or must reconnect with its new rights. */
	closeAccount(accountId: string, reason?: CloseReason): void;
	/** Disconnects the clients of a session that has ended. */
	closeSession(sessionId: string): void;
	/** Ends held polls with 204; opens no more connections. */
	closeAll(): void;
	metrics(): { connections: number; heldPolls: number };
}

const NEW_REPORT = eventRecord(RECEIVE_NEW_REPORT);
const NEW_MESSAGES = eventRecord(RECEIVE_NEW_MESSAGES);

export function createHub<R>({ wall, guard, origin, mayReceive, peers, newNames = namesOf(peers), limits }: HubParts<R>): Hub<R> {
	const bounds = { ...HUB_LIMITS, ...limits };
	const connections = createConnections(wall, bounds, newNames);
	const forwarder = peers && { secret: peers.secret, ...createPeerForwarder(peers, wall, bounds) };
	return {
		routes: hubRoutes({ connections, now: () => wall.now(), guard, origin, forwarder }),
		announce(report) {
			const now = wall.now();
			for (const connection of connections) if (mayReceive(connection.account, report)) connection.notify(NEW_REPORT, now);
		},
		announceMessages(accountId) {
			const now = wall.now();
			for (const connection of accountId === undefined ? connections : connections.ofAccount(accountId))
				connection.notify(NEW_MESSAGES, now);
		},
		closeAccount(accountId, reason) {
			const now = wall.now();
			for (const connection of connections.ofAccount(accountId)) connection.end(now, closeRecord(reason));
		},
		closeSession(sessionId) {
			const now = wall.now();
			for (const connection of connections) if (connection.account.session === sessionId) connection.end(now, closeRecord());
		},
		closeAll: () => connections.close(),
		metrics() {
			let heldPolls = 0;
			for (const connection of connections) if (connection.isHeld) heldPolls += 1;
			return { connections: connections.size, heldPolls };
		},
	};
}

function namesOf(peers: HubPeers | undefined): NewNames {
	return {
		id: () => randomBytes(24).toString('base64url'),
		token: () => newToken(peers?.number ?? 0),
	};
}
