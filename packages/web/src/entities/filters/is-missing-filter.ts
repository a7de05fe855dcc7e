import { ApiError } from '../../lib/api/api-error.ts';

/** Whether a call failed because the saved filter in its address is gone. */
export const isMissingFilter = (error: unknown, filter: number | undefined): boolean =>
	filter !== undefined &&
	error instanceof ApiError &&
	(error.problem?.errors.some(({ field }) => field === 'filter') === true || error.problem?.detail === 'Filter not found');
