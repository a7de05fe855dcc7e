import type { z } from 'zod';
import { misused } from '../shell/exit.ts';
import { type Options, typedName } from '../shell/options.ts';

/**
 * Parameters as the contract takes them, judged before anything is sent. They go out as they were typed: the server reads the same text.
 * Throws a Failure of usage that names options, not parameters.
 */
export const checked = <S extends z.ZodType>(schema: S, parameters: Readonly<Record<string, unknown>>, options: Options): z.input<S> => {
	const { error } = schema.safeParse(parameters);
	if (error) throw misused(error.issues.map(({ path, message }) => `${typedName(options, String(path[0] ?? ''))}: ${message}`).join('\n'));
	return parameters as z.input<S>;
};
