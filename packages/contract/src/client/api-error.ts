import type { ProblemBody } from '../base/errors.ts';
import type { ApiReply } from './transport.ts';

/** A failed call. Status 0 means that there was no response. */
export class ApiError extends Error {
	override readonly name = 'ApiError';
	readonly status: number;
	readonly problem: ProblemBody | undefined;
	/** The raw response. A failure that the server rendered into a page keeps only its status and message. */
	readonly text: string | undefined;
	readonly headers: Headers | undefined;
	readonly body: unknown;

	constructor(status: number, problem: ProblemBody | undefined, message: string, { text, headers, body }: Partial<ApiReply> = {}) {
		super(message);
		this.status = status;
		this.problem = problem;
		this.text = text;
		this.headers = headers;
		this.body = body;
	}
}

export function toApiError(reply: ApiReply): ApiError {
	const { status, body } = reply;
	const problem = isProblem(body) ? body : undefined;
	return new ApiError(status, problem, problem ? problem.detail || problem.title : `The server answered with status ${status}.`, reply);
}

function isProblem(body: unknown): body is ProblemBody {
	return typeof body === 'object' && body !== null && 'title' in body && 'detail' in body && typeof body.title === 'string';
}
