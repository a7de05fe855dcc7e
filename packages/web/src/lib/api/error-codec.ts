import { createSerializationAdapter } from '@tanstack/react-router';
import { ApiError } from './api-error.ts';

/**
 * Failed answers keep their status and message on the way to the browser; otherwise a page would hydrate with another failure than it was rendered
 * with.
 */
export const apiErrors = createSerializationAdapter({
	key: 'api-error',
	test: (value): value is ApiError => value instanceof ApiError,
	toSerializable: ({ status, problem, message }) => ({ status, problem: JSON.stringify(problem ?? null), message }),
	fromSerializable: ({ status, problem, message }) => new ApiError(status, JSON.parse(problem) ?? undefined, message),
});
