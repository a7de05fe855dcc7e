import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useLicence } from '../../entities/session/licence.ts';
import css from './live.module.css';
import { words } from './words.ts';

/** Pages on which the live connection is open: the home page with its lists, reports and tickers, and those that each report changes by itself. */
const LIVE = /^\/(?:main|target)?$|^\/(?:reports|messages)(?:\/|$)|^\/ticker\//;

/**
 * Follows new reports on pages where they matter to a trader; the code that follows them is loaded for traders only. Draws just a quiet line while the
 * connection is down.
 */
export const LiveReports = () => {
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });
	const here = useRouterState({ select: ({ location }) => LIVE.test(location.pathname) });
	const live = useLicence() != null && here;
	const [away, setAway] = useState(false);

	useEffect(() => {
		if (!live) return undefined;
		let gone = false;
		let stop: (() => void) | undefined;
		import('./hear.ts').then(
			({ hear }) => {
				if (!gone) stop = hear(queryClient, api, setAway);
			},
			// The page stays with the report that it shows, as it does without a connection.
			() => {},
		);
		return () => {
			gone = true;
			stop?.();
			setAway(false);
		};
	}, [live, api, queryClient]);
	return (
		<div role="status" className={css['place']}>
			{away ? <p className={css['away']}>{words.away}</p> : null}
		</div>
	);
};
