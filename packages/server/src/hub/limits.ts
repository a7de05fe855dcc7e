/** Limits of the hub. Times are in milliseconds. */
export interface HubLimits {
	/** Maximum time for which a poll is held. Below the client's own 100 s and the usual timeouts of proxies. */
	readonly holdMs: number;
	/** A connection without handshake is ended after this time. */
	readonly handshakeMs: number;
	/** A connection without a poll is dropped after this time. */
	readonly dropMs: number;
	/** Maximum characters queued for a client's next poll. */
	readonly maxOutboxChars: number;
	/** Maximum characters of an incomplete record. */
	readonly maxInboxChars: number;
	/** Polls per minute of one connection that don't count towards the rate limit of its IP address. */
	readonly pollsPerMinute: number;
	readonly maxConnectionsPerAccount: number;
	readonly maxConnections: number;
}

export const HUB_LIMITS: HubLimits = {
	holdMs: 50_000,
	handshakeMs: 15_000,
	dropMs: 15_000,
	maxOutboxChars: 64 * 1024,
	maxInboxChars: 32 * 1024,
	pollsPerMinute: 120,
	maxConnectionsPerAccount: 20,
	maxConnections: 20_000,
};

/** Interval at which the deadlines of all connections are checked, with one timer for all. */
export const SWEEP_MS = 1_000;
/** Polls end up to this much before `holdMs`, so that polls that began together, after a report, don't end together. */
export const HOLD_SPREAD_MS = 5_000;
