/**
 * What calls answer when a parameter names something that isn't there: 404 in calls that can answer 404, otherwise 400, always with the
 * parameter and the fix.
 */
import { NO_SUCH_FILTER, NO_SUCH_TICKER } from '@sw/domain/access/allowance';
import { isoSeconds } from '@sw/domain/time/format';
import { malformed, Problem } from './errors.ts';

type Status = 400 | 404;

const NO_SUCH_SEARCH = 'Search not found';
export const NO_SUCH_ALERT = 'Alert not found';
const NO_SUCH_WATCHLIST = 'Watchlist not found';
export const NO_REPORT = 'There is no report at this time';
const TICKERS = 'GET /api/tickers lists tickers with their ids.';
const FILTERS = 'GET /api/filters lists your filters and the built-in ones.';
const WATCHLISTS = 'GET /api/watchlists lists yours.';
const ALERTS = 'GET /api/alerts lists yours.';
const SEARCHES = 'GET /api/signal-search-tasks lists your searches.';
const REPORTS = 'GET /api/sector-charts/history/dates lists the reports.';

/** `which`: the unknown ones of several. */
export function unknownTicker(field: string, status: Status = 404, which: readonly (number | string)[] = []): Problem {
	const message = which.length === 0 ? NO_SUCH_TICKER : `There is no ticker ${which.join(', ')}`;
	return unknown(status, NO_SUCH_TICKER, { field, message: `${message}. ${TICKERS}` });
}

export function unknownFilter(field: string, status: Status = 404, which: readonly number[] = []): Problem {
	const message = which.length === 0 ? NO_SUCH_FILTER : `There is no filter ${which.join(', ')}`;
	return unknown(status, NO_SUCH_FILTER, { field, message: `${message}. ${FILTERS}` });
}

export function unknownSearch(field: string, status: Status = 404): Problem {
	return unknown(status, NO_SUCH_SEARCH, { field, message: `${NO_SUCH_SEARCH}. ${SEARCHES}` });
}

export function unknownWatchlist(field: string, status: Status = 404): Problem {
	return unknown(status, NO_SUCH_WATCHLIST, { field, message: `${NO_SUCH_WATCHLIST}. ${WATCHLISTS}` });
}

export function unknownAlert(field: string): Problem {
	return unknown(404, NO_SUCH_ALERT, { field, message: `${NO_SUCH_ALERT}. ${ALERTS}` });
}

/** `now`: the market clock, after which nothing can have been reported. */
export function unknownReport(field: string, time: number, now = Number.POSITIVE_INFINITY): Problem {
	const reason = time > now ? `${isoSeconds(time)} is in the future` : `There is no report at ${isoSeconds(time)}`;
	return unknown(404, NO_REPORT, { field, message: `${reason}. ${REPORTS}` });
}

/** A date or instant that a call only takes of the past. */
export function futureDate(field: string, status: Status): Problem {
	const message = 'The date is in the future: give a past date or instant, or leave it out for the newest.';
	return unknown(status, message, { field, message });
}

/** A date, or all dates of a span, on which a call needs a session. */
export function closedExchange(field: string, from: string, to = from): Problem {
	const when = from === to ? `on ${from}` : `from ${from} to ${to}`;
	return malformed(field, `The exchange was closed ${when}: give a trading day.`);
}

function unknown(status: Status, detail: string, error: { field: string; message: string }): Problem {
	return new Problem(status === 404 ? 'not_found' : 'malformed', { detail, errors: [error] });
}
