import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { CHANNELS, type Channel, DELIVERY_STATES } from '@sw/domain/inbox/delivery';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable, PageHead, TableFilters } from '../../entities/administration/admin-table.tsx';
import {
	ADMIN_KEY,
	type AdminSearch,
	ALWAYS_REFETCH,
	filterParameters,
	pageParameters,
	readTable,
	type TableRules,
	type TableState,
} from '../../entities/administration/table-state.ts';
import { adminWords } from '../../entities/administration/words.ts';
import type { Api } from '../../lib/api/client.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { EtTime } from '../../ui/et-time.tsx';
import panel from '../../ui/panel.module.css';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { deliveryWords as words } from './words.ts';

export type Delivery = AnswerOf<Contract['inbox']['deliveries']>['items'][number];
type DeliveryFilter = 'state' | 'channel' | 'q';

const DELIVERIES: TableRules<'created', DeliveryFilter> = {
	page: 'deliveries',
	sortable: [],
	sortBy: 'created',
	sortDir: 'desc',
	filters: { state: DELIVERY_STATES, channel: CHANNELS, q: 'text' },
};

/** Lists deliveries with their status, reason and a retry button. */
export function AdminDeliveries({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(DELIVERIES, search);
	const hasFilters = Object.values(state.filters).some((value) => value !== '');
	const { data, isError, refetch } = useQuery(deliveriesQuery(api, state));
	const columns: readonly AdminColumn<Delivery, string>[] = [
		{ key: 'email', label: words.account, cell: ({ email }) => email },
		{ key: 'channel', label: words.channel, cell: ({ channel }) => words.channels[channel] },
		{ key: 'state', label: words.state, cell: (delivery) => words.states[delivery.state] },
		{ key: 'reason', label: words.reason, cell: ({ reason }) => reason ?? '', tooltip: ({ reason }) => reason ?? '' },
		{ key: 'messages', label: words.messages, isNumber: true, cell: ({ messages }) => formatCount(messages) },
		{ key: 'attempts', label: words.attempts, isNumber: true, cell: ({ attempts }) => formatCount(attempts) },
		{ key: 'due', label: words.due, cell: ({ due }) => <Time iso={due} /> },
		{ key: 'delivered', label: words.done, cell: ({ delivered }) => (delivered === null ? adminWords.never : <Time iso={delivered} />) },
		{
			key: 'act',
			label: words.act,
			cell: ({ id, channel, email, state: currentState }) =>
				currentState === 'failed' || currentState === 'dropped' ? (
					<ActionButton
						label={words.retry}
						fullLabel={words.retryNamed(words.channels[channel], email)}
						effect={words.retryEffect(words.channels[channel], email)}
						confirmLabel={words.retryConfirm}
						act={async () => {
							await api.inbox.deliverAgain({ params: { id }, body: {} });
							return words.retried(email);
						}}
					/>
				) : null,
		},
	];
	return (
		<>
			<PageHead title={words.title} />
			<DeliveryCounts />
			<TableFilters rules={DELIVERIES} state={state} labels={words.filters} />
			<AdminTable
				label={words.title}
				rules={DELIVERIES}
				state={state}
				columns={columns}
				idOf={({ id }) => id}
				data={data}
				isError={isError}
				retry={() => void refetch()}
				empty={{ detail: hasFilters ? words.noneMatches : words.empty }}
			/>
		</>
	);
}

function Time({ iso }: { iso: string }) {
	return <EtTime ms={msOf(iso)}>{etDateTime(msOf(iso))}</EtTime>;
}

/** Shows pending deliveries, results of the last day, and stopped channels. */
function DeliveryCounts() {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(deliveryCountsQuery(api));
	if (isError && !data) return <LoadFailed retry={() => void refetch()} />;
	if (!data) return null;
	const countOf = (channel: string, state: string): number =>
		data.counts.find((row) => row.channel === channel && row.state === state)?.count ?? 0;
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

function deliveriesQuery(api: Api, state: TableState<'created', DeliveryFilter>) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'deliveries', state],
		queryFn: () => {
			const { state: deliveryState, channel, q } = filterParameters(state);
			return api.inbox.deliveries({
				query: {
					...(deliveryState ? { state: deliveryState as Delivery['state'] } : {}),
					...(channel ? { channel: channel as Channel } : {}),
					...(q ? { q } : {}),
					...pageParameters(state),
				},
			});
		},
		...ALWAYS_REFETCH,
	});
}

function deliveryCountsQuery(api: Api) {
	return queryOptions({ queryKey: [...ADMIN_KEY, 'deliveries', 'counts'], queryFn: () => api.inbox.deliveryCounts(), ...ALWAYS_REFETCH });
}
