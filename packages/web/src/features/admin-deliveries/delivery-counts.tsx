import { CHANNELS, DELIVERY_STATES } from '@sw/domain/inbox/delivery';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { formatCount } from '../../lib/format/numbers.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import panel from '../../ui/panel.module.css';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { deliveryCountsQuery } from './queries.ts';
import { deliveryWords as words } from './words.ts';

/** Pending deliveries, results of the last day, and stopped channels. */
export function DeliveryCounts() {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(deliveryCountsQuery(api));
	if (isError && !data) return <LoadFailed retry={() => void refetch()} />;
	if (!data) return null;
	const countOf = (channel: string, state: string): number =>
		data.counts.find((one) => one.channel === channel && one.state === state)?.count ?? 0;
	return (
		<>
			<section className={panel['panel']} aria-label={words.counts}>
				<table className={panel['table']}>
					<caption className={panel['title']}>{words.counts}</caption>
					<thead>
						<tr>
							<th scope="col">{words.channel}</th>
							{DELIVERY_STATES.map((state) => (
								<th key={state} scope="col">
									{words.states[state]}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{CHANNELS.map((channel) => (
							<tr key={channel}>
								<th scope="row">{words.channels[channel]}</th>
								{DELIVERY_STATES.map((state) => (
									<td key={state}>{formatCount(countOf(channel, state))}</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
				{data.late_since === null ? null : <p className={panel['note']}>{words.late(etDateTime(msOf(data.late_since)))}</p>}
			</section>
			<section className={panel['panel']} aria-label={words.stopped}>
				<h2 className={panel['title']}>{words.stopped}</h2>
				{data.stopped.length === 0 ? (
					<p className={panel['note']}>{words.nothingStopped}</p>
				) : (
					<ul>
						{data.stopped.map(({ email, channel, why, since }) => (
							<li key={`${email} ${channel}`}>
								{email}, {words.channels[channel]}, {words.since(etDateTime(msOf(since)))}: {why}
							</li>
						))}
					</ul>
				)}
				{data.stopped_count > data.stopped.length ? (
					<p className={panel['note']}>{words.stoppedMore(data.stopped_count - data.stopped.length)}</p>
				) : null}
			</section>
		</>
	);
}
