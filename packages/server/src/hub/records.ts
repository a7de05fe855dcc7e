/**
 * Records of the SignalR hub protocol in JSON: texts that each end with U+001E.
 * Source: dotnet/aspnetcore, src/SignalR/docs/specs/HubProtocol.md.
 */
const SEPARATOR = '\x1e';
const TYPE = { invocation: 1, completion: 3, streamInvocation: 4, close: 7 } as const;
/** Longest part of a client's own text that is repeated in an error. */
const NAME_LIMIT = 100;

function encode(record: object): string {
	return JSON.stringify(record) + SEPARATOR;
}

/** An event without arguments. */
export const eventRecord = (target: string): string => encode({ type: TYPE.invocation, target, arguments: [] });

export interface CloseReason {
	error?: string;
	/** Whether the client may try again by its own reconnect policy. */
	allowReconnect?: boolean;
}

export function closeRecord(reason: CloseReason = {}): string {
	return encode({ type: TYPE.close, ...reason });
}

/** The answer to a handshake; on an error the client gives up. */
export function handshakeRecord(error?: string): string {
	return encode(error === undefined ? {} : { error });
}

/** This hub has no methods, so this answers every call that expects a result. */
export function noSuchMethodRecord(invocationId: string, target: string): string {
	const error = `Failed to invoke '${target.slice(0, NAME_LIMIT)}' due to an error on the server. HubException: Method does not exist.`;
	return encode({ type: TYPE.completion, invocationId, error });
}

/** The complete records of a text, and the incomplete rest. */
export function splitRecords(text: string): { records: string[]; rest: string } {
	const records = text.split(SEPARATOR);
	return { rest: records.pop() ?? '', records };
}

/** Messages that this hub handles; null for all other records (pings, stream items, results, unknown types). */
export type ClientMessage = { kind: 'close' } | { kind: 'call'; invocationId: string; target: string };

/** Reads one record after the handshake. Throws when it is invalid. */
export function readMessage(text: string): ClientMessage | null {
	const { type, invocationId, target } = readObject(text);
	if (typeof type !== 'number') throw new SyntaxError('A record without a type');
	if (type === TYPE.close) return { kind: 'close' };
	if (type !== TYPE.invocation && type !== TYPE.streamInvocation) return null;
	if (typeof target !== 'string') throw new SyntaxError('A call without a target');
	return typeof invocationId === 'string' ? { kind: 'call', invocationId, target } : null;
}

/** Reads the first record of a client. The error, or null. */
export function handshakeError(text: string): string | null {
	try {
		const { protocol, version, type } = readObject(text);
		if (typeof protocol !== 'string' || !Number.isInteger(version) || type !== undefined) return UNREADABLE_HANDSHAKE;
		if (protocol !== 'json') return `The protocol '${protocol.slice(0, NAME_LIMIT)}' is not supported.`;
		// Version 2 only adds records that a server may ignore.
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
