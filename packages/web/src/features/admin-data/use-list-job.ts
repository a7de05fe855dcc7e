import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type Job, jobQuery, lastJobQuery } from './queries.ts';

/** The job whose result is listed: the one in the address, or the last of its kind; null if there was none. */
export function useListJob(kind: Job['kind'], id: string | undefined): { job: Job | null | undefined; isError: boolean; retry(): void } {
	const { api } = useRouteContext({ from: '__root__' });
	const last = useQuery({ ...lastJobQuery(api, kind), enabled: id === undefined });
	const named = id ?? last.data?.id;
	const one = useQuery({ ...jobQuery(api, named ?? ''), enabled: named !== undefined });
	const retry = (): void => void (id === undefined && last.isError ? last.refetch() : one.refetch());
	return { job: named === undefined ? last.data : one.data, isError: last.isError || one.isError, retry };
}
