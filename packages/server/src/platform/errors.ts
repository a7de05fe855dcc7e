import { ERRORS, type ErrorCode, type ProblemBody } from '@sw/contract/base/errors';

export type FieldError = ProblemBody['errors'][number];

interface Circumstances {
	/** A message for users. Default: the messages of `errors`. */
	detail?: string;
	errors?: readonly FieldError[];
	headers?: Readonly<Record<string, string>> | undefined;
	cause?: unknown;
}

/** The only error that areas and the HTTP layer throw on purpose: its code sets status and title, the rest is shown to the caller. */
export class Problem extends Error {
	readonly code: ErrorCode;
	readonly detail: string;
	readonly errors: readonly FieldError[];
	readonly headers: Readonly<Record<string, string>>;

	constructor(code: ErrorCode, { detail, errors = [], headers = {}, cause }: Circumstances = {}) {
		super(ERRORS[code].title, { cause });
		this.name = 'Problem';
		this.code = code;
		this.errors = errors;
		this.detail = detail ?? errors.map((e) => e.message).join(' ');
		this.headers = headers;
	}

	get status(): number {
		return ERRORS[this.code].status;
	}
}

/** 400 about one parameter or body field. */
export function malformed(field: string, message: string): Problem {
	return new Problem('malformed', { errors: [{ field, message }] });
}

/** 404, with a message for users. */
export function notFound(detail = ''): Problem {
	return new Problem('not_found', { detail });
}
