import { NO_SUCH_FILTER } from '@sw/domain/access/allowance';
import { ApiError } from '../../lib/api/api-error.ts';

/** What a call failed for: the saved filter or the watchlist in its address is gone. */
export function missingChoice(error: unknown): 'filter' | 'watchlist' | undefined {
	if (!(error instanceof ApiError)) return undefined;
	const named = (name: string): boolean => error.problem?.errors.some(({ field }) => field === name) === true;
	return named('watchlist') ? 'watchlist' : named('filter') || error.problem?.detail === NO_SUCH_FILTER ? 'filter' : undefined;
}
