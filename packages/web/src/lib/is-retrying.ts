import type { UseQueryResult } from '@tanstack/react-query';

/** Whether a failed query is being retried: until it is answered, the page keeps showing the failure. */
export function isRetrying({ isPending, errorUpdateCount }: Pick<UseQueryResult, 'isPending' | 'errorUpdateCount'>): boolean {
	return isPending && errorUpdateCount > 0;
}
