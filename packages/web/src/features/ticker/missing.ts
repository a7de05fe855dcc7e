import { NO_SUCH_FILTER, NO_SUCH_TICKER, VISITOR_LIMIT_REACHED } from '@sw/domain/access/allowance';
import { ApiError } from '../../lib/api/api-error.ts';

/** Why a ticker does not come: nothing is called like that, this report has not got it, or a visitor has opened enough for the day. */
export type WhyMissing = 'unknown' | 'report' | 'allowance';

export const whyMissing = (error: unknown): WhyMissing => {
	const detail = error instanceof ApiError ? error.problem?.detail : undefined;
	if (detail === VISITOR_LIMIT_REACHED) return 'allowance';
	return detail === NO_SUCH_TICKER ? 'unknown' : 'report';
};

/** The same out of what a page that was not found carries to the browser: the allowance keeps no page back. */
export const whyCarried = (data: unknown): Exclude<WhyMissing, 'allowance'> => (data === 'report' ? data : 'unknown');

export function isUnknownFilter(error: unknown): boolean {
	return error instanceof ApiError && error.problem?.detail === NO_SUCH_FILTER;
}
