import type { ServerResponse } from 'node:http';
import { retryAfterMessage } from '@sw/contract/base/errors';
import type { CallerAccount } from '@sw/domain/access/caller';
import type { WallClock } from '../platform/clocks/wall-clock.ts';
import { Problem } from '../platform/errors.ts';
import { Connection } from './connection.ts';
import { HOLD_SPREAD_MS, type HubLimits, SWEEP_MS } from './limits.ts';

/** The open connections of this process. */
export interface Connections extends Iterable<Connection> {
	readonly size: number;
	/** Counts a call of a connection; false beyond the rate limit, or for an unknown connection. */
	countCall(token: string): boolean;
	/** Throws 429 if the account has too many active connections, 503 if the process has too many. */
	open(account: CallerAccount): Connection;
	/** Throws 404 for an unknown connection, and for a connection of another account, to hide that it exists. */
	find(token: string, account: CallerAccount): Connection;
	/** Passes a poll to its connection, which answers it immediately or later. */
	poll(connection: Connection, response: ServerResponse): void;
	ofAccount(accountId: string): Iterable<Connection>;
	remove(connection: Connection): void;
	/** Ends all polls with 204 and accepts no more connections. */
	close(): void;
}

/** Generates the ids of connections. */
export interface IdGenerator {
	id(): string;
	token(): string;
}

export function createConnections(wall: WallClock, limits: HubLimits, idGenerator: IdGenerator): Connections {
	const byToken = new Map<string, Connection>();
	const byAccount = new Map<string, Set<Connection>>();
	let stopSweep: (() => void) | undefined;
	let isClosed = false;
	let pollCount = 0;

	const sweep = (): void => {
		stopSweep = undefined;
		const now = wall.now();
		for (const connection of byToken.values()) if (!connection.checkDeadlines(now)) remove(connection);
		scheduleSweep();
	};
	const scheduleSweep = (): void => {
		if (byToken.size > 0) stopSweep ??= wall.after(SWEEP_MS, sweep);
	};
	const remove = (connection: Connection): void => {
		if (!byToken.delete(connection.token)) return;
		connection.endHeldPoll(wall.now());
		const siblings = byAccount.get(connection.account.id);
		siblings?.delete(connection);
		if (siblings?.size === 0) byAccount.delete(connection.account.id);
	};
	/** If the account is at its limit, removes an idle connection: pages that close without disconnecting leave their connection for a while. */
	const makeRoom = (account: CallerAccount): void => {
		const siblings = byAccount.get(account.id);
		if (!siblings || siblings.size < limits.maxConnectionsPerAccount) return;
		const idleConnection = [...siblings].find((sibling) => !sibling.isHeld);
		if (!idleConnection) {
			const seconds = limits.dropMs / 1_000;
			throw new Problem('rate_limited', { detail: retryAfterMessage(seconds), headers: { 'retry-after': `${seconds}` } });
		}
		remove(idleConnection);
	};

	return {
		get size() {
			return byToken.size;
		},
		[Symbol.iterator]: () => byToken.values(),
		countCall: (token) => byToken.get(token)?.countCall(wall.now()) ?? false,
		open(account) {
			if (isClosed || byToken.size >= limits.maxConnections) throw new Problem('unavailable', { headers: { 'retry-after': '5' } });
			makeRoom(account);
			const connection = new Connection(idGenerator.id(), idGenerator.token(), account, limits, wall.now());
			byToken.set(connection.token, connection);
			const siblings = byAccount.get(account.id) ?? new Set();
			byAccount.set(account.id, siblings.add(connection));
			scheduleSweep();
			return connection;
		},
		find(token, account) {
			const connection = byToken.get(token);
			if (connection?.account.id !== account.id) throw new Problem('not_found', { detail: 'No Connection with that ID' });
			connection.account = account;
			return connection;
		},
		poll(connection, response) {
			pollCount += 1;
			const earlyMs = SWEEP_MS + ((pollCount * SWEEP_MS) % HOLD_SPREAD_MS);
			const now = wall.now();
			if (!connection.acceptPoll(response, now, now + limits.holdMs - earlyMs)) remove(connection);
		},
		ofAccount: (accountId) => [...(byAccount.get(accountId) ?? [])],
		remove,
		close() {
			isClosed = true;
			stopSweep?.();
			stopSweep = undefined;
			for (const connection of [...byToken.values()]) remove(connection);
		},
	};
}
