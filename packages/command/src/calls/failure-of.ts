import { ApiError } from '@sw/contract/client/api-error';
import { EXIT, type ExitCode, Failure } from '../shell/exit.ts';
import { type Options, typedName } from '../shell/options.ts';

const exitOf = (status: number): ExitCode => {
	if (status === 0 || status === 429 || status >= 500) return EXIT.unanswered;
	if (status === 400) return EXIT.usage;
	return status === 404 ? EXIT.nothing : EXIT.refused;
};

const REVOKED = "The server doesn't accept the key: it has expired, was revoked, or belongs to another server.";

/** The failure to show for a refused API call; other errors are returned unchanged. */
export const failureOf = (error: unknown, options: Options): unknown => {
	if (!(error instanceof ApiError)) return error;
	const { status, problem, message } = error;
	const fields = (problem?.errors ?? []).map(({ field, message: what }) => `${typedName(options, field)}: ${what}`);
	const sentence = status === 401 ? REVOKED : fields.length > 0 ? fields.join('\n') : message;
	return new Failure(exitOf(status), sentence, { status, ...(problem ? { problem } : {}) });
};
