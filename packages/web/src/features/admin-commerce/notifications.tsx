import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { AdminTable } from '../../entities/administration/admin-table.tsx';
import type { AdminSearch } from '../../entities/administration/links.ts';
import { PageHead } from '../../entities/administration/page-head.tsx';
import { TableFilters } from '../../entities/administration/table-filters.tsx';
import { readTable } from '../../entities/administration/table-state.ts';
import { NOTIFICATION_COLUMNS } from './notification-table.tsx';
import { notificationWords as words } from './notification-words.ts';
import { OneNotification } from './one-notification.tsx';
import { NOTIFICATIONS, notificationsQuery } from './queries.ts';
import { RejectedRequestsPart } from './rejected-requests.tsx';
import { commerceWords } from './words.ts';

/** All payment notifications, or the one in the address. */
export function AdminNotifications({ search }: { search: AdminSearch }) {
	return search['notice'] ? <OneNotification key={search['notice']} id={search['notice']} /> : <NoticeList search={search} />;
}

function NoticeList({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(NOTIFICATIONS, search);
	const isSearched = Object.values(state.filters).some((value) => value !== '');
	const { data, isError, refetch } = useQuery(notificationsQuery(api, state));
	return (
		<>
			<PageHead title={words.title} />
			<TableFilters rules={NOTIFICATIONS} state={state} labels={words.filters} words={{ state: commerceWords.noticeStates }} />
			<AdminTable
				label={words.title}
				rules={NOTIFICATIONS}
				state={state}
				columns={NOTIFICATION_COLUMNS}
				idOf={({ id }) => id}
				data={data}
				isError={isError}
				retry={() => void refetch()}
				empty={{ detail: isSearched ? words.noneMatches : words.none }}
			/>
			{data ? <RejectedRequestsPart rows={data.turned_away} /> : null}
		</>
	);
}
