import { StoreError, type StoreErrorCode } from './store-error.ts';

/** SQLSTATE classes and codes of a server that is down, stopping, starting or full: the statement itself is fine. */
const AWAY = /^(?:08...|57P0[1-5]|53[0-9A-Z]{3}|58030)$/;
/** A statement that was cancelled because it took too long (57014) or because this process abandoned it. */
const TOO_LONG = /^57014$/;
const SYSTEM = new Set([
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
/** Messages of errors without a code in pg and ClickHouse's client. */
const WORDS =
	/Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|socket hang up|^Timeout error/;

/** Includes a lost lead: another process leads, or this one will again. */
const PASSING: ReadonlySet<StoreErrorCode> = new Set(['database_away', 'series_away', 'lead_lost']);

/** Whether an error, or one of its causes, says that a store is unreachable or unable to work at present; the same call may succeed later. */
export function isOutage(error: unknown): boolean {
	return withCauses(error).some((at) => isOutageItself(at) || (at instanceof AggregateError && at.errors.some(isOutage)));
}

/** An error, with its causes. */
function withCauses(error: unknown): Error[] {
	const all: Error[] = [];
	for (let at = error; at instanceof Error && all.length < 8; at = at.cause) all.push(at);
	return all;
}

function isOutageItself(error: Error & { code?: unknown; syscall?: unknown }): boolean {
	if (error instanceof StoreError) return PASSING.has(error.code);
	const { code, message } = error;
	if (typeof code === 'string') {
		if (AWAY.test(code) || TOO_LONG.test(code)) return true;
		// A missing file is an outage only where a socket was expected.
		if (SYSTEM.has(code)) return error.syscall === 'connect' || error.syscall === 'read' || error.syscall === 'write' || code !== 'ENOENT';
	}
	return WORDS.test(message);
}

/** Whether an error, or one of its causes, says that another process has taken the lead. */
export function isLeadLost(error: unknown): boolean {
	return withCauses(error).some((at) => at instanceof StoreError && at.code === 'lead_lost');
}
