import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import type { AdminSearch } from '../../entities/administration/links.ts';
import { PageHead } from '../../entities/administration/page-head.tsx';
import { TableFilters } from '../../entities/administration/table-filters.tsx';
import { readTable } from '../../entities/administration/table-state.ts';
import { monthDayYear } from '../../lib/format/times.ts';
import css from './commerce.module.css';
import { NOTIFICATION_COLUMNS } from './notification-table.tsx';
import { notificationWords as words } from './notification-words.ts';
import { OneNotification } from './one-notification.tsx';
import { NOTIFICATIONS, notificationsQuery, type RejectedRequests } from './queries.ts';
import { commerceWords } from './words.ts';

const COLUMNS: readonly AdminColumn<RejectedRequests, string>[] = [
	{ key: 'date', label: words.day, cell: ({ date }) => monthDayYear(date) },
	{ key: 'hook', label: words.hook, cell: ({ hook }) => words.hooks[hook] },
	{ key: 'reason', label: words.reason, cell: ({ reason }) => reason },
	{ key: 'count', label: words.count, isNumber: true, cell: ({ count }) => count },
];

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

/** Rejected requests to the payment endpoints, by day. */
function RejectedRequestsPart({ rows }: { rows: readonly RejectedRequests[] }) {
	return (
		<section className={css['part']} aria-labelledby="turned-away">
			<h2 id="turned-away">{words.rejectedRequests}</h2>
			<p className={css['note']}>{rows.length === 0 ? words.noneTurnedAway : words.turnedAwayNote}</p>
			{rows.length === 0 ? null : (
				<AdminTable
					label={words.turnedAwayTable}
					rules={NOTIFICATIONS}
					state={readTable(NOTIFICATIONS, {})}
					columns={COLUMNS}
					idOf={({ date, hook, reason }) => `${date} ${hook} ${reason}`}
					data={{ items: rows, total_count: 0 }}
					isError={false}
					retry={() => {}}
					empty={{ detail: words.noneTurnedAway }}
				/>
			)}
		</section>
	);
}
