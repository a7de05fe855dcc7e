import { useEffect, useRef, useState } from 'react';

export type Outcome<T> = { state: 'running' } | { state: 'done'; value: T } | { state: 'failed'; error: unknown };

/** Runs a job that must not run twice, when the page opens in a browser; never on the server. */
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
