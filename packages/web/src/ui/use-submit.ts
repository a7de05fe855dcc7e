import { useRef, useState } from 'react';
import { ApiError } from '../lib/api/api-error.ts';
import { words } from './words.ts';

type FieldTexts<K extends string> = { readonly [field in K]?: string | undefined };

/** Returns the errors of an API response for these fields; undefined if there are none. */
export function fieldErrorsOf<K extends string>(error: unknown, fields: readonly K[]): FieldTexts<K> | undefined {
	const errors = error instanceof ApiError ? (error.problem?.errors ?? []) : [];
	const fieldErrors = errors.flatMap(({ field, message }) => fields.filter((name) => name === field).map((one) => [one, message] as const));
	return fieldErrors.length > 0 ? (Object.fromEntries(fieldErrors) as FieldTexts<K>) : undefined;
}

export interface Submission<K extends string> {
	/** Starts the request unless one is running, because a second click can happen before the button is disabled. */
	send(request: () => Promise<void>, onFieldErrors?: (fields: readonly K[]) => void): void;
	busy: boolean;
	/** The form's error; null if none. */
	failure: string | null;
	/** Errors of the API response by field. Each is shown until its field changes. */
	fieldErrors: FieldTexts<K>;
	/** Removes the error of a field. Must be called when the field changes. */
	clearFieldError(field: K): void;
	reset(): void;
}

const NO_FIELDS: readonly never[] = [];

/** State of a form's requests, of which only one runs at a time. Errors are shown at their fields, otherwise for the whole form. */
export function useSubmit<K extends string = never>(fields: readonly K[] = NO_FIELDS): Submission<K> {
	const [busy, setBusy] = useState(false);
	const [failure, setFailure] = useState<string | null>(null);
	const [fieldErrors, setFieldErrors] = useState<FieldTexts<K>>({});
	const isRunning = useRef(false);
	const reset = (): void => {
		setFailure(null);
		setFieldErrors({});
	};
	return {
		busy,
		failure,
		fieldErrors,
		reset,
		clearFieldError: (field) =>
			setFieldErrors((previous) => (previous[field] === undefined ? previous : { ...previous, [field]: undefined })),
		send: (request, onFieldErrors) => {
			if (isRunning.current) return;
			isRunning.current = true;
			setBusy(true);
			reset();
			request()
				.catch((error: unknown) => {
					const fieldErrors = fieldErrorsOf(error, fields);
					if (fieldErrors === undefined) {
						setFailure(messageOf(error));
						return;
					}
					setFieldErrors(fieldErrors);
					onFieldErrors?.(fields.filter((field) => fieldErrors[field] !== undefined));
				})
				.finally(() => {
					isRunning.current = false;
					setBusy(false);
				});
		},
	};
}

function messageOf(error: unknown): string {
	return error instanceof Error && error.message ? error.message : words.failed;
}
