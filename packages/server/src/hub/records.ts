/**
 * Records of the SignalR hub protocol in JSON. Each is a text that ends with U+001E.
 * Source: dotnet/aspnetcore, src/SignalR/docs/specs/HubProtocol.md.
 */
const SEPARATOR = '\x1e';
const TYPE = { invocation: 1, completion: 3, streamInvocation: 4, close: 7 } as const;
/** Maximum characters of a client's text that an error repeats. */
const MAX_QUOTED_CHARS = 100;

function encode(record: object): string {
	return JSON.stringify(record) + SEPARATOR;
}

/** Builds a call of one of the client's methods, without arguments. */
export const createEventRecord = (target: string): string => encode({ type: TYPE.invocation, target, arguments: [] });

export interface CloseReason {
	error?: string;
	/** Whether the client may reconnect, by its own reconnect policy. */
	allowReconnect?: boolean;
}

export function createCloseRecord(reason: CloseReason = {}): string {
	return encode({ type: TYPE.close, ...reason });
}

/** Builds the answer to a handshake. With an error, the client gives up. */
export function createHandshakeRecord(error?: string): string {
	return encode(error === undefined ? {} : { error });
}

/** Builds the answer to every call that expects a result, because this hub has no methods. */
export function createNoSuchMethodRecord(invocationId: string, target: string): string {
	const error = `Failed to invoke '${target.slice(0, MAX_QUOTED_CHARS)}' due to an error on the server. HubException: Method does not exist.`;
	return encode({ type: TYPE.completion, invocationId, error });
}

/** Splits a text into its complete records, without separators, and the incomplete rest. */
export function splitRecords(text: string): { records: string[]; rest: string } {
	const records = text.split(SEPARATOR);
	return { rest: records.pop() ?? '', records };
}

/** Messages that this hub accepts. */
export type ClientMessage = { kind: 'close' } | { kind: 'call'; invocationId: string; target: string };

/** Parses a record after the handshake. Null for records that the hub ignores: pings, stream items, results, unknown types. Throws for an invalid record. */
export function readMessage(text: string): ClientMessage | null {
	const { type, invocationId, target } = readObject(text);
	if (typeof type !== 'number') throw new SyntaxError('A record without a type');
	if (type === TYPE.close) return { kind: 'close' };
	if (type !== TYPE.invocation && type !== TYPE.streamInvocation) return null;
	if (typeof target !== 'string') throw new SyntaxError('A call without a target');
	return typeof invocationId === 'string' ? { kind: 'call', invocationId, target } : null;
}

/** Checks a client's first record, the handshake. Returns the error, or null. */
export function findHandshakeError(text: string): string | null {
	try {
		const { protocol, version, type } = readObject(text);
		if (typeof protocol !== 'string' || !Number.isInteger(version) || type !== undefined) return UNREADABLE_HANDSHAKE;
		if (protocol !== 'json') return `The protocol '${protocol.slice(0, MAX_QUOTED_CHARS)}' is not supported.`;
		// Version 2 only adds records that a server can ignore.
		if (version !== 1 && version !== 2) return `The server does not support version ${version} of the 'json' protocol.`;
		return null;
	} catch {
		return UNREADABLE_HANDSHAKE;
	}
}

const UNREADABLE_HANDSHAKE = 'An unexpected error occurred during connection handshake.';

function readObject(text: string): Record<string, unknown> {
	const value: unknown = JSON.parse(text);
	if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError('A record must be an object');
	return value as Record<string, unknown>;
}
