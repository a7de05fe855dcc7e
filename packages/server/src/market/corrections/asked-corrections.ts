import type { JobDefinition, JsonObject } from '../../platform/jobs/definition.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { CORRECTION_KINDS, CORRECTIONS } from './correction-kinds.ts';

/** Of all jobs those that administrators ask for and may see: corrections, and other kinds that are named. */
export const askedCorrections = (jobs: Pick<Jobs, 'submit' | 'page' | 'find' | 'cancel' | 'lines'>, others: readonly string[] = []) => {
	const kinds = [...CORRECTION_KINDS, ...others];
	const find = async (id: string): Promise<Job | undefined> => {
		const job = await jobs.find(id);
		return job && kinds.includes(job.kind) ? job : undefined;
	};
	return {
		submit: (kind: keyof typeof CORRECTIONS, request: JsonObject, by: string): Promise<Job> => {
			const definition: JobDefinition<object> = CORRECTIONS[kind];
			return jobs.submit(definition, request, by);
		},
		page: ({ kind, ...part }: { skip: number; max: number; kind?: string; state?: Job['state'] }) =>
			jobs.page(kind ? kinds.filter((one) => one === kind) : kinds, part),
		find,
		lines: jobs.lines,
		cancel: async (id: string): Promise<Job | undefined> => (await find(id)) && jobs.cancel(id),
	};
};
