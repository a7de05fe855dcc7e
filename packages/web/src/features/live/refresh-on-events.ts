import type { QueryClient } from '@tanstack/react-query';
import { INBOX } from '../../entities/inbox/unread.ts';
import { subscribeToEvents } from '../../entities/live/browser-live.ts';
import type { LiveEvent } from '../../entities/live/hub-client.ts';
import { createOutage } from '../../entities/live/outage.ts';
import { isReportTick } from '../../entities/live/report-hours.ts';
import { latestQuery } from '../../entities/readings/reading.ts';
import { showReportLoadFailure } from '../../entities/readings/show-report-load-failure.ts';
import { sitePath } from '../../lib/address/site-path.ts';
import type { Api } from '../../lib/api/client.ts';
import { msOf } from '../../lib/format/times.ts';
import { REFRESH_MS } from '../../lib/refresh.ts';

/** Queries that each event invalidates. A report's alerts are written a moment after it, and send a separate event. */
const FOLLOWING: Readonly<Record<LiveEvent, readonly (readonly string[])[]>> = { report: [['targets'], INBOX], messages: [INBOX] };

/**
 * Follows new reports and messages until the returned function is called; an event only changes which report counts as the newest. `onAway` is
 * called when the connection has been down for a while and when it is back; meanwhile the server is polled once a minute.
 */
export function refreshOnEvents(queryClient: QueryClient, api: Api, onAway: (is: boolean) => void): () => void {
	const flag = (event: LiveEvent): void => {
		for (const queryKey of FOLLOWING[event]) void queryClient.invalidateQueries({ queryKey });
	};
	const ask = async (onFailure = (): void => {}): Promise<void> => {
		const known = queryClient.getQueryData(latestQuery(api).queryKey)?.time;
		const newest = await queryClient.fetchQuery({ ...latestQuery(api), staleTime: 0 }).catch(onFailure);
		if (newest && newest.time !== known) flag('report');
	};
	const received = (event: LiveEvent): void => {
		flag(event);
		if (event === 'report') void ask(() => showReportLoadFailure(location.pathname.slice(sitePath('').length)));
	};
	let isAway = false;
	const outage = createOutage(after, (is) => {
		isAway = is;
		onAway(is);
	});
	const stop = subscribeToEvents(received, outage.onConnection);
	const tick = setInterval(() => {
		const clock = queryClient.getQueryData<{ now: string }>(['shell', 'frame']);
		if (isAway || (clock && isReportTick(msOf(clock.now)))) void ask();
	}, REFRESH_MS);
	return () => {
		stop();
		outage.close();
		clearInterval(tick);
	};
}

function after(ms: number, callback: () => void): () => void {
	const timer = setTimeout(callback, ms);
	return () => clearTimeout(timer);
}
