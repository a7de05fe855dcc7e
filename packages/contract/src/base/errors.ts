import { z } from 'zod';
import type { ErrorStatus } from './define.ts';

/** Status and title of every error of a call, by code. The titles are the specification's, or HTTP's where it has none. */
export const ERRORS = {
	malformed: { status: 400, title: 'Malformed request parameters' },
	bad_request: { status: 400, title: 'Bad Request' },
	unauthenticated: { status: 401, title: 'No authorization information has been supplied' },
	unauthorized: { status: 401, title: 'Unauthorized' },
	denied: { status: 403, title: 'Access to specified resource is denied' },
	forbidden: { status: 403, title: 'Forbidden' },
	not_found: { status: 404, title: 'Not Found' },
	method_not_allowed: { status: 405, title: 'Method Not Allowed' },
	conflict: { status: 409, title: 'Conflict' },
	precondition_failed: { status: 412, title: 'Precondition Failed' },
	too_large: { status: 413, title: 'Content Too Large' },
	unsupported_media_type: { status: 415, title: 'Unsupported Media Type' },
	range_not_satisfiable: { status: 416, title: 'Range Not Satisfiable' },
	unprocessable: { status: 422, title: 'Unprocessable Content' },
	rate_limited: { status: 429, title: 'Too Many Requests' },
	internal: { status: 500, title: 'An unexpected server error occurred.' },
	unavailable: { status: 503, title: 'Service Unavailable' },
} as const satisfies Record<string, { status: ErrorStatus; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

export function unknownParameterMessage(field: string): string {
	return `The parameter ${field} is unknown.`;
}

export function retryAfterMessage(seconds: number): string {
	return `Too many requests, try again in ${seconds} s`;
}

/** Body of every error, media type application/problem+json. */
export const problem = z
	.object({
		status: z.int(),
		title: z.string(),
		detail: z.string(),
		/** Each invalid parameter or body field, with the reason. Empty if the error is not about fields. */
		errors: z.array(z.object({ field: z.string(), message: z.string() })),
	})
	.meta({ id: 'Problem' });
export type ProblemBody = z.output<typeof problem>;
export const PROBLEM_TYPE = 'application/problem+json';
