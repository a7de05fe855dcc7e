/** Bounds of the hub; times in milliseconds. */
export interface HubLimits {
	/** A poll is held no longer. Below the client's own 100 s and what proxies commonly bear. */
	readonly holdMs: number;
	/** A connection without handshake is ended. */
	readonly handshakeMs: number;
	/** A connection without a poll is dropped. */
	readonly dropMs: number;
	/** Characters that wait for a client's next poll. */
	readonly outbox: number;
	/** Characters of a record whose end has not come yet. */
	readonly inbox: number;
	/** Polls of one connection in a minute that do not count towards its address's calls. */
	readonly pollsAMinute: number;
	readonly connectionsPerAccount: number;
	readonly connections: number;
}

export const HUB_LIMITS: HubLimits = {
	holdMs: 50_000,
	handshakeMs: 15_000,
	dropMs: 15_000,
	outbox: 64 * 1024,
	inbox: 32 * 1024,
	pollsAMinute: 120,
	connectionsPerAccount: 20,
	connections: 20_000,
};

/** All deadlines are looked at this often, by one timer for all connections. */
export const SWEEP_MS = 1_000;
/** Polls end up to this much before `holdMs`, one after another: those begun together after a report would else end together. */
export const HOLD_SPREAD_MS = 5_000;
