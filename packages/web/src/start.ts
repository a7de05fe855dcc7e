import { createSerializationAdapter } from '@tanstack/react-router';
import { createStart } from '@tanstack/react-start';
import { ApiError } from './lib/api/api-error.ts';

/**
 * Keeps the status and message of failed calls when the server sends its state to the browser. Otherwise, a page would hydrate with another error than it
 * was rendered with.
 */
const apiErrors = createSerializationAdapter({
	key: 'api-error',
	test: (value): value is ApiError => value instanceof ApiError,
	toSerializable: ({ status, problem, message }) => ({ status, problem: JSON.stringify(problem ?? null), message }),
	fromSerializable: ({ status, problem, message }) => new ApiError(status, JSON.parse(problem) ?? undefined, message),
});

export const startInstance = createStart(() => ({ serializationAdapters: [apiErrors] }));
