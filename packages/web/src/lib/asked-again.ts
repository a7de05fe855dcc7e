import type { UseQueryResult } from '@tanstack/react-query';

/** Whether what has failed is being asked for again: until there is an answer the page goes on saying that it failed. */
export function isAskedAgain({ isPending, errorUpdateCount }: Pick<UseQueryResult, 'isPending' | 'errorUpdateCount'>): boolean {
	return isPending && errorUpdateCount > 0;
}
