import type { JobDefinition, JsonObject } from '../../platform/jobs/definition.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { CORRECTIONS } from './correction-kinds.ts';

/** Asks for a correction by the name of its kind. */
export const askCorrection =
	(jobs: Pick<Jobs, 'submit'>) =>
	(kind: keyof typeof CORRECTIONS, request: JsonObject, by: string): Promise<Job> => {
		const definition: JobDefinition<object> = CORRECTIONS[kind];
		return jobs.submit(definition, request, by);
	};
