import { useRef, useState } from 'react';
import { ApiError } from '../lib/api/api-error.ts';
import { words } from './words.ts';

type FieldTexts<K extends string> = { readonly [field in K]?: string | undefined };

/** Returns the errors of an API response for these fields; undefined if there are none. */
export function fieldErrorsOf<K extends string>(error: unknown, fields: readonly K[]): FieldTexts<K> | undefined {
	const errors = error instanceof ApiError ? (error.problem?.errors ?? []) : [];
	const named = errors.flatMap(({ field, message }) => fields.filter((one) => one === field).map((one) => [one, message] as const));
	return named.length > 0 ? (Object.fromEntries(named) as FieldTexts<K>) : undefined;
}

export interface Submission<K extends string> {
	/** Starts the request unless one is running, because a second click can happen before the button is disabled. */
	send(work: () => Promise<void>, refused?: (fields: readonly K[]) => void): void;
	busy: boolean;
	/** The form's error; null if none. */
	failure: string | null;
	/** Errors of the API response by field. Each is shown until its field changes. */
	refusals: FieldTexts<K>;
	/** Removes the error of a field. Must be called when the field changes. */
	clearRefusal(field: K): void;
	reset(): void;
}

const NO_FIELDS: readonly never[] = [];

/** State of a form's requests, of which only one runs at a time. Errors are shown at their fields, otherwise for the whole form. */
export function useSubmit<K extends string = never>(fields: readonly K[] = NO_FIELDS): Submission<K> {
	const [busy, setBusy] = useState(false);
	const [failure, setFailure] = useState<string | null>(null);
	const [refusals, setRefusals] = useState<FieldTexts<K>>({});
	const running = useRef(false);
	const reset = (): void => {
		setFailure(null);
		setRefusals({});
	};
	return {
		busy,
		failure,
		refusals,
		reset,
		clearRefusal: (field) => setRefusals((before) => (before[field] === undefined ? before : { ...before, [field]: undefined })),
		send: (work, refused) => {
			if (running.current) return;
			running.current = true;
			setBusy(true);
			reset();
			work()
				.catch((error: unknown) => {
					const named = fieldErrorsOf(error, fields);
					if (named === undefined) {
						setFailure(messageOf(error));
						return;
					}
					setRefusals(named);
					refused?.(fields.filter((field) => named[field] !== undefined));
				})
				.finally(() => {
					running.current = false;
					setBusy(false);
				});
		},
	};
}

function messageOf(error: unknown): string {
	return error instanceof Error && error.message ? error.message : words.failed;
}
