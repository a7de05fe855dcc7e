import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { words } from './words.ts';

/** Parts of a mailed link. The API's errors for them are for programs, so another text is shown. */
const LINK_FIELDS = new Set(['id', 'code']);

/** Returns the message of an error, ending with a period. */
export function formatSentence(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	return message.endsWith('.') ? message : `${message}.`;
}

/** Explains in a sentence why a mailed link can't be used. */
export function explainLinkError(error: unknown): string {
	const fields = error instanceof ApiError && error.status === 400 ? (error.problem?.errors ?? []) : [];
	return fields.some(({ field }) => LINK_FIELDS.has(field)) ? words.linkBroken : formatSentence(error);
}

type Outcome<T> = { state: 'running' } | { state: 'done'; value: T } | { state: 'failed'; error: unknown };

/** Runs `task` exactly once after mounting in a browser, even if effects run twice. Never runs on the server. */
export function useRunOnce<T>(task: () => Promise<T>): Outcome<T> {
	const [outcome, setOutcome] = useState<Outcome<T>>({ state: 'running' });
	const hasStarted = useRef(false);
	useEffect(() => {
		if (hasStarted.current) return;
		hasStarted.current = true;
		task().then(
			(value) => setOutcome({ state: 'done', value }),
			(error: unknown) => setOutcome({ state: 'failed', error }),
		);
	});
	return outcome;
}
