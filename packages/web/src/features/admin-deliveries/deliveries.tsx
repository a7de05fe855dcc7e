import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import type { AdminSearch } from '../../entities/administration/links.ts';
import { PageHead } from '../../entities/administration/page-head.tsx';
import { TableFilters } from '../../entities/administration/table-filters.tsx';
import { readTable } from '../../entities/administration/table-state.ts';
import { adminWords } from '../../entities/administration/words.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { EtTime } from '../../ui/et-time.tsx';
import { DeliveryCounts } from './delivery-counts.tsx';
import { DELIVERIES, type Delivery, deliveriesQuery } from './queries.ts';
import { deliveryWords as words } from './words.ts';

/** Deliveries: status, reason, and a retry button. */
export function AdminDeliveries({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(DELIVERIES, search);
	const isSearched = Object.values(state.filters).some((value) => value !== '');
	const { data, isError, refetch } = useQuery(deliveriesQuery(api, state));
	const columns: readonly AdminColumn<Delivery, string>[] = [
		{ key: 'email', label: words.account, cell: ({ email }) => email },
		{ key: 'channel', label: words.channel, cell: ({ channel }) => words.channels[channel] },
		{ key: 'state', label: words.state, cell: (one) => words.states[one.state] },
		{ key: 'reason', label: words.reason, cell: ({ reason }) => reason ?? '', whole: ({ reason }) => reason ?? '' },
		{ key: 'messages', label: words.messages, isNumber: true, cell: ({ messages }) => formatCount(messages) },
		{ key: 'attempts', label: words.attempts, isNumber: true, cell: ({ attempts }) => formatCount(attempts) },
		{ key: 'due', label: words.due, cell: ({ due }) => <Time iso={due} /> },
		{ key: 'delivered', label: words.done, cell: ({ delivered }) => (delivered === null ? adminWords.never : <Time iso={delivered} />) },
		{
			key: 'act',
			label: words.act,
			cell: ({ id, channel, email, state: is }) =>
				is === 'failed' || is === 'dropped' ? (
					<ActionButton
						label={words.again}
						named={words.againNamed(words.channels[channel], email)}
						will={words.againWill(words.channels[channel], email)}
						sure={words.againSure}
						act={async () => {
							await api.inbox.deliverAgain({ params: { id }, body: {} });
							return words.againDone(email);
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
				empty={{ detail: isSearched ? words.noneMatches : words.empty }}
			/>
		</>
	);
}

function Time({ iso }: { iso: string }) {
	return <EtTime ms={msOf(iso)}>{etDateTime(msOf(iso))}</EtTime>;
}
