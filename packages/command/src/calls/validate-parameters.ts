import type { z } from 'zod';
import { createUsageFailure } from '../shell/exit.ts';
import { findOptionName, type Options } from '../shell/options.ts';

/**
 * Validates parameters against the contract before they are sent. They are sent as typed: the server parses the same text.
 * Throws a usage Failure that names options, not parameters.
 */
export function validateParameters<S extends z.ZodType>(
	schema: S,
	parameters: Readonly<Record<string, unknown>>,
	options: Options,
): z.input<S> {
	const { error } = schema.safeParse(parameters);
	if (error)
		throw createUsageFailure(
			error.issues.map(({ path, message }) => `${findOptionName(options, String(path[0] ?? ''))}: ${message}`).join('\n'),
		);
	return parameters as z.input<S>;
}
