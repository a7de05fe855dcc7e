import { StoreError, type StoreErrorCode } from './store-error.ts';

/** SQLSTATE classes and codes of a server that is down, stopping, starting or full: the statement itself is not at fault. */
const UNAVAILABLE = /^(?:08...|57P0[1-5]|53[0-9A-Z]{3}|58030)$/;
/** A statement that was canceled because it took too long, or because this process abandoned it. */
const CANCELED = /^57014$/;
const SYSTEM_CODES = new Set([
	'ECONNREFUSED',
	'ECONNRESET',
	'ENOENT',
	'EPIPE',
	'ETIMEDOUT',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'ENOTFOUND',
	'EAI_AGAIN',
]);
/** Messages of errors without a code, of pg and ClickHouse's client. */
const OUTAGE_MESSAGES =
	/Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|socket hang up|^Timeout error/;

/** `lead_lost` is temporary: another process leads, or this process will lead again. */
const TEMPORARY_CODES: ReadonlySet<StoreErrorCode> = new Set(['database_away', 'series_away', 'lead_lost']);

/** Returns whether an error, or one of its causes, means that a store is currently unreachable or unable to work; the same call can succeed later. */
export function isOutage(error: unknown): boolean {
	return withCauses(error).some((cause) => isOutageItself(cause) || (cause instanceof AggregateError && cause.errors.some(isOutage)));
}

/** Returns an error and its causes, at most 8. */
function withCauses(error: unknown): Error[] {
	const chain: Error[] = [];
	for (let current = error; current instanceof Error && chain.length < 8; current = current.cause) chain.push(current);
	return chain;
}

function isOutageItself(error: Error & { code?: unknown; syscall?: unknown }): boolean {
	if (error instanceof StoreError) return TEMPORARY_CODES.has(error.code);
	const { code, message } = error;
	if (typeof code === 'string') {
		if (UNAVAILABLE.test(code) || CANCELED.test(code)) return true;
		// ENOENT is an outage only for a socket.
		if (SYSTEM_CODES.has(code))
			return error.syscall === 'connect' || error.syscall === 'read' || error.syscall === 'write' || code !== 'ENOENT';
	}
	return OUTAGE_MESSAGES.test(message);
}

/** Returns whether an error, or one of its causes, means that another process has taken the lead. */
export function isLeadLost(error: unknown): boolean {
	return withCauses(error).some((cause) => cause instanceof StoreError && cause.code === 'lead_lost');
}
