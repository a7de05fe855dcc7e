import { ApiError } from '../../lib/api/api-error.ts';

/** Whether a call failed because the saved filter in its address is gone. */
export function isMissingFilter(error: unknown, filter: number | undefined): boolean {
	return (
		filter !== undefined &&
		error instanceof ApiError &&
		(error.problem?.errors.some(({ field }) => field === 'filter') === true || error.problem?.detail === 'Filter not found')
	);
}
