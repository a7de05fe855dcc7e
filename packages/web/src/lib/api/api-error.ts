import type { ProblemBody } from '@sw/contract/errors';

/** A call that was answered with an error, or (status 0) not answered at all. */
export class ApiError extends Error {
	override readonly name = 'ApiError';
	readonly status: number;
	readonly problem: ProblemBody | undefined;

	constructor(status: number, problem: ProblemBody | undefined, message: string) {
		super(message);
		this.status = status;
		this.problem = problem;
	}
}

const isProblem = (body: unknown): body is ProblemBody =>
	typeof body === 'object' && body !== null && 'title' in body && 'detail' in body && typeof body.title === 'string';

export const apiError = (status: number, body: unknown): ApiError => {
	const problem = isProblem(body) ? body : undefined;
	return new ApiError(status, problem, problem ? problem.detail || problem.title : `The answer had status ${status}.`);
};
