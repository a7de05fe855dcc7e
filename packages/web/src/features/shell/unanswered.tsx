import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { buttonClass } from '../../ui/button.ts';
import { Notice } from '../../ui/states/notice.tsx';
import { words as common } from '../../ui/words.ts';
import css from './unanswered.module.css';
import { words } from './words.ts';

/** Milliseconds before the notice appears: longer than usual waits, but short enough that the reader is still there. */
const NOTICE_DELAY_MS = 8_000;
/** First keys of queries that can be slow and that show their own progress. */
const LONG_RUNNING = /^(?:research|signal search|admin)$/;

/** Shows a notice above every page when the server doesn't answer, with a button to try again. */
export function Unanswered() {
	const queryClient = useQueryClient();
	const [attempts, setAttempts] = useState(0);
	const isNavigating = useRouterState({ select: ({ status }) => status === 'pending' });
	const isWaiting = useIsFetching({ predicate: isAwaited }) > 0 || isNavigating;
	const [isLate, setIsLate] = useState(false);
	// biome-ignore lint/correctness/useExhaustiveDependencies: a retry restarts the timer.
	useEffect(() => {
		if (!isWaiting) return undefined;
		const timer = setTimeout(() => setIsLate(true), NOTICE_DELAY_MS);
		return () => {
			clearTimeout(timer);
			setIsLate(false);
		};
	}, [isWaiting, attempts]);
	if (!isLate) return null;
	const retry = (): void => {
		// A page that is still loading is reloaded as a whole.
		if (isNavigating) location.reload();
		setAttempts(attempts + 1);
		// A refetch would wait for the hanging request, but a reset starts a new one.
		void queryClient.resetQueries({ predicate: isAwaited });
	};
	return (
		<div className={css['place']}>
			<Notice>
				<p className={css['line']}>
					{words.unanswered}
					<button type="button" className={buttonClass} onClick={retry}>
						{common.retry}
					</button>
				</p>
			</Notice>
		</div>
	);
}

/** Returns whether a page waits for the query's first answer. */
function isAwaited({ queryKey, state }: Query): boolean {
	return state.fetchStatus === 'fetching' && state.data === undefined && !LONG_RUNNING.test(String(queryKey[0]));
}
