import { NO_SUCH_FILTER, NO_SUCH_TICKER, VISITOR_LIMIT_REACHED } from '@sw/domain/access/allowance';
import { ApiError } from '../../lib/api/api-error.ts';

/** Why a ticker isn't shown: unknown symbol, not in this report, or the visitor's daily allowance is used up. */
export type MissingReason = 'unknown' | 'report' | 'allowance';

export function missingReason(error: unknown): MissingReason {
	const detail = error instanceof ApiError ? error.problem?.detail : undefined;
	if (detail === VISITOR_LIMIT_REACHED) return 'allowance';
	return detail === NO_SUCH_TICKER ? 'unknown' : 'report';
}

/** The same from the data of a not-found page; the allowance never blocks a page. */
export function carriedReason(data: unknown): Exclude<MissingReason, 'allowance'> {
	return data === 'report' ? data : 'unknown';
}

export function isUnknownFilter(error: unknown): boolean {
	return error instanceof ApiError && error.problem?.detail === NO_SUCH_FILTER;
}
