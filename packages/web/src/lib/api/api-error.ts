import { ApiError } from '@sw/contract/client/api-error';

/** The error with which calls fail, re-exported for web modules. */
export { ApiError, toApiError as apiError } from '@sw/contract/client/api-error';

/** Whether there was no response. */
export function isUnreachable(error: unknown): boolean {
	return error instanceof ApiError && error.status === 0;
}
