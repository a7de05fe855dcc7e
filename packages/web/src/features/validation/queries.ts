import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import { LOOK_MS, SETTLED_MS } from '../../lib/refresh.ts';
import type { Question } from './question.ts';

/** The record of signals over all past reports. */
export const validationQuery = (api: Api, question: Question) =>
	queryOptions({
		queryKey: ['research', 'validation', question],
		queryFn: () =>
			question.kind === 'single'
				? api.research.validateSingle({ body: question.body })
				: api.research.validateMultiple({ body: question.body }),
		staleTime: SETTLED_MS,
	});

export const validationProgressQuery = (api: Api) =>
	queryOptions({
		queryKey: ['research', 'validation progress'],
		queryFn: () => api.research.validationProgress(),
		refetchInterval: LOOK_MS,
		gcTime: 0,
		staleTime: 0,
	});
