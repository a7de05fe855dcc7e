import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { words } from './words.ts';

/** Parts of the link. The API's messages about them are meant for programs, so another text is shown. */
const LINK_FIELDS = new Set(['id', 'code']);

/** The message of an error, ending with a period. */
export function sentenceOf(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	return message.endsWith('.') ? message : `${message}.`;
}

/** Why a mailed link can't be used, as a sentence. */
export function linkFault(error: unknown): string {
	const fields = error instanceof ApiError && error.status === 400 ? (error.problem?.errors ?? []) : [];
	return fields.some(({ field }) => LINK_FIELDS.has(field)) ? words.linkBroken : sentenceOf(error);
}

type Outcome<T> = { state: 'running' } | { state: 'done'; value: T } | { state: 'failed'; error: unknown };

/** Runs `work` exactly once after mounting in a browser, even if effects run twice. Never runs on the server. */
export function useRunOnce<T>(work: () => Promise<T>): Outcome<T> {
	const [outcome, setOutcome] = useState<Outcome<T>>({ state: 'running' });
	const begun = useRef(false);
	useEffect(() => {
		if (begun.current) return;
		begun.current = true;
		work().then(
			(value) => setOutcome({ state: 'done', value }),
			(error: unknown) => setOutcome({ state: 'failed', error }),
		);
	});
	return outcome;
}
