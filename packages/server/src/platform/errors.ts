import { ERRORS, type ErrorCode, type ProblemBody } from '@sw/contract/base/errors';
import { NO_SUCH_FILTER, NO_SUCH_TICKER } from '@sw/domain/access/allowance';
import { isoSeconds } from '@sw/domain/time/format';

export type FieldError = ProblemBody['errors'][number];

interface ProblemOptions {
	/** Message for users. Default: the messages of `errors`. */
	detail?: string;
	errors?: readonly FieldError[];
	headers?: Readonly<Record<string, string>> | undefined;
	cause?: unknown;
}

/** The only error that areas and the HTTP layer throw on purpose. Its code determines status and title; everything else is shown to the caller. */
export class Problem extends Error {
	readonly code: ErrorCode;
	readonly detail: string;
	readonly errors: readonly FieldError[];
	readonly headers: Readonly<Record<string, string>>;

	constructor(code: ErrorCode, { detail, errors = [], headers = {}, cause }: ProblemOptions = {}) {
		super(ERRORS[code].title, { cause });
		this.name = 'Problem';
		this.code = code;
		this.errors = errors;
		this.detail = detail ?? errors.map((e) => e.message).join(' ');
		this.headers = headers;
	}

	get status(): number {
		return ERRORS[this.code].status;
	}
}

/** Creates a 400 problem for one parameter or body field. */
export function malformed(field: string, message: string): Problem {
	return new Problem('malformed', { errors: [{ field, message }] });
}

/** Creates a 404 problem with a message for users. */
export function notFound(detail = ''): Problem {
	return new Problem('not_found', { detail });
}

/** Status for a parameter that refers to a missing object: 404 if the call can answer 404, otherwise 400. */
type Status = 400 | 404;

const NO_SUCH_SEARCH = 'Search not found';
export const NO_SUCH_ALERT = 'Alert not found';
const NO_SUCH_WATCHLIST = 'Watchlist not found';
const NO_REPORT = 'There is no report at this time';
const TICKERS_HINT = 'GET /api/tickers lists tickers with their ids.';
const FILTERS_HINT = 'GET /api/filters lists your filters and the built-in ones.';
const WATCHLISTS_HINT = 'GET /api/watchlists lists yours.';
const ALERTS_HINT = 'GET /api/alerts lists yours.';
const SEARCHES_HINT = 'GET /api/signal-search-tasks lists your searches.';
const REPORTS_HINT = 'GET /api/sector-charts/history/dates lists the reports.';

/** `ids`: the unknown ids, for calls that accept several. */
export function unknownTicker(field: string, status: Status = 404, ids: readonly (number | string)[] = []): Problem {
	const message = ids.length === 0 ? NO_SUCH_TICKER : `There is no ticker ${ids.join(', ')}`;
	return unknownProblem(status, NO_SUCH_TICKER, { field, message: `${message}. ${TICKERS_HINT}` });
}

export function unknownFilter(field: string, status: Status = 404, ids: readonly number[] = []): Problem {
	const message = ids.length === 0 ? NO_SUCH_FILTER : `There is no filter ${ids.join(', ')}`;
	return unknownProblem(status, NO_SUCH_FILTER, { field, message: `${message}. ${FILTERS_HINT}` });
}

export function unknownSearch(field: string, status: Status = 404): Problem {
	return unknownProblem(status, NO_SUCH_SEARCH, { field, message: `${NO_SUCH_SEARCH}. ${SEARCHES_HINT}` });
}

export function unknownWatchlist(field: string, status: Status = 404): Problem {
	return unknownProblem(status, NO_SUCH_WATCHLIST, { field, message: `${NO_SUCH_WATCHLIST}. ${WATCHLISTS_HINT}` });
}

export function unknownAlert(field: string): Problem {
	return unknownProblem(404, NO_SUCH_ALERT, { field, message: `${NO_SUCH_ALERT}. ${ALERTS_HINT}` });
}

/** `now`: time of the market clock. Later reports can't exist. */
export function unknownReport(field: string, time: number, now = Number.POSITIVE_INFINITY): Problem {
	const reason = time > now ? `${isoSeconds(time)} is in the future` : `There is no report at ${isoSeconds(time)}`;
	return unknownProblem(404, NO_REPORT, { field, message: `${reason}. ${REPORTS_HINT}` });
}

/** Creates the problem for a future date or instant in a call that accepts only past ones. */
export function futureDate(field: string, status: Status): Problem {
	const message = 'The date is in the future: give a past date or instant, or leave it out for the newest.';
	return unknownProblem(status, message, { field, message });
}

/** Creates the problem for a call that needs a session: the exchange was closed on the date, or on all dates `from` to `to`. */
export function closedExchange(field: string, from: string, to = from): Problem {
	const when = from === to ? `on ${from}` : `from ${from} to ${to}`;
	return malformed(field, `The exchange was closed ${when}: give a trading day.`);
}

function unknownProblem(status: Status, detail: string, error: { field: string; message: string }): Problem {
	return new Problem(status === 404 ? 'not_found' : 'malformed', { detail, errors: [error] });
}
