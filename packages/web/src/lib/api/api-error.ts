import { ApiError } from '@sw/contract/client/api-error';

/** How calls fail, by the name under which the modules of the web know it. */
export { ApiError, apiError } from '@sw/contract/client/api-error';

/** Whether nothing answered at all. */
export function isUnreached(error: unknown): boolean {
	return error instanceof ApiError && error.status === 0;
}
