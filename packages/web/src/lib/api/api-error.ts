import { ApiError } from '@sw/contract/client/api-error';

/** How calls fail, under the name that web modules import. */
export { ApiError, apiError } from '@sw/contract/client/api-error';

/** Whether there was no answer at all. */
export function isUnreached(error: unknown): boolean {
	return error instanceof ApiError && error.status === 0;
}
