import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useLicence } from '../../entities/session/session-query.ts';
import css from './live.module.css';
import { words } from './words.ts';

/** Pages with a live connection: the home page, lists, reports, tickers, target lists and messages. */
const LIVE_PATHS = /^\/(?:main|target)?$|^\/(?:reports|messages)(?:\/|$)|^\/ticker\//;

/** Keeps live pages up to date for readers with a licence; other readers don't load the code. Shows only a status line during an outage. */
export function LiveReports() {
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });
	const isLivePage = useRouterState({ select: ({ location }) => LIVE_PATHS.test(location.pathname) });
	const isLive = useLicence() != null && isLivePage;
	const [isDisconnected, setDisconnected] = useState(false);

	useEffect(() => {
		if (!isLive) return undefined;
		let isUnmounted = false;
		let stop: (() => void) | undefined;
		import('./refresh-on-events.ts').then(
			({ refreshOnEvents }) => {
				if (!isUnmounted) stop = refreshOnEvents(queryClient, api, setDisconnected);
			},
			// If the code can't be loaded, the page keeps the open report, as it does without a connection.
			() => {},
		);
		return () => {
			isUnmounted = true;
			stop?.();
			setDisconnected(false);
		};
	}, [isLive, api, queryClient]);
	return (
		<div role="status" className={css['place']}>
			{isDisconnected ? <p className={css['away']}>{words.away}</p> : null}
		</div>
	);
}
