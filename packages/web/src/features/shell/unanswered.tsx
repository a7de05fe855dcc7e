import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { buttonClass } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';
import css from './unanswered.module.css';
import { words } from './words.ts';

/** Longer than answers take that a page waits for, and short enough that the reader has not given up. */
const LATE_MS = 8_000;
/** Areas whose calls may compute for longer and show their own progress. */
const LONG = /^(?:research|signal search|admin)$/;

/** Says above every page that the server has not answered, while it has not, and asks again on request. */
export const Unanswered = () => {
	const queryClient = useQueryClient();
	const [asked, ask] = useState(0);
	const opening = useRouterState({ select: ({ status }) => status === 'pending' });
	const waiting = useIsFetching({ predicate: isAwaited }) > 0 || opening;
	const [late, setLate] = useState(false);
	// biome-ignore lint/correctness/useExhaustiveDependencies: asking again starts the wait again.
	useEffect(() => {
		if (!waiting) return undefined;
		const timer = setTimeout(() => setLate(true), LATE_MS);
		return () => {
			clearTimeout(timer);
			setLate(false);
		};
	}, [waiting, asked]);
	if (!late) return null;
	const retry = (): void => {
		// A page that is still being opened is asked for as a whole.
		if (opening) location.reload();
		ask(asked + 1);
		// A refetch would go on waiting for the request that hangs.
		void queryClient.resetQueries({ predicate: isAwaited });
	};
	return (
		<div className={css['place']}>
			<Notice>
				<p className={css['line']}>
					{words.unanswered}
					<button type="button" className={buttonClass} onClick={retry}>
						{words.askAgain}
					</button>
				</p>
			</Notice>
		</div>
	);
};

/** Whether a page shows nothing yet because this has no answer. */
function isAwaited({ queryKey, state }: Query): boolean {
	return state.fetchStatus === 'fetching' && state.data === undefined && !LONG.test(String(queryKey[0]));
}
