import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type AdminColumn, AdminTable, PageHead, TableFilters } from '../../entities/administration/admin-table.tsx';
import { type AdminSearch, adminLink, readTable } from '../../entities/administration/table-state.ts';
import { etDateTime, monthDayYear, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import css from './commerce.module.css';
import { type Fact, Facts, ItemPage, orderLink, Time } from './item-page.tsx';
import { formatType, NOTIFICATION_COLUMNS, ReprocessButton } from './notification-table.tsx';
import { NOTIFICATIONS, notificationQuery, notificationsQuery, type PaymentNotification, type RejectedRequests } from './queries.ts';
import { commerceWords, notificationWords as words } from './words.ts';

const REJECTED_COLUMNS: readonly AdminColumn<RejectedRequests, string>[] = [
	{ key: 'date', label: words.day, cell: ({ date }) => monthDayYear(date) },
	{ key: 'hook', label: words.hook, cell: ({ hook }) => words.hooks[hook] },
	{ key: 'reason', label: words.reason, cell: ({ reason }) => reason },
	{ key: 'count', label: words.count, isNumber: true, cell: ({ count }) => count },
];

type NotificationField = readonly [name: string, value: string];

const FIELD_COLUMNS: readonly AdminColumn<NotificationField, string>[] = [
	{ key: 'name', label: words.field, cell: ([name]) => name },
	{ key: 'value', label: words.value, cell: ([, value]) => <div className={css['value']}>{value || words.empty}</div> },
];

/** Shows all payment notifications, or the one selected in the URL. */
export function AdminNotifications({ search }: { search: AdminSearch }) {
	return search['notice'] ? <NotificationPage key={search['notice']} id={search['notice']} /> : <NotificationList search={search} />;
}

/** Shows one payment notification with every field received, including unknown fields. */
function NotificationPage({ id }: { id: string }) {
	const { api } = useRouteContext({ from: '__root__' });
	const query = useQuery(notificationQuery(api, id));
	return (
		<ItemPage
			query={query}
			notFound={{ title: words.notFound, detail: words.notFoundDetail }}
			back={{ link: adminLink('payment-notices'), label: words.all }}
		>
			{(notification) => (
				<>
					<PageHead title={words.pageTitle(formatType(notification))}>
						<Link {...adminLink('payment-notices')} className={buttonClass}>
							{words.all}
						</Link>
						<ReprocessButton notification={notification} />
					</PageHead>
					<Facts facts={listFacts(notification)} />
					<section className={css['part']} aria-labelledby="notice-fields">
						<h2 id="notice-fields">{words.fields}</h2>
						<p className={css['note']}>
							{notification.stripped === null ? words.fieldsNote : words.stripped(etDateTime(msOf(notification.stripped)))}
						</p>
						<AdminTable
							label={words.fieldsTable}
							rules={NOTIFICATIONS}
							state={readTable(NOTIFICATIONS, {})}
							columns={FIELD_COLUMNS}
							idOf={([name]) => name}
							data={{ items: Object.entries(notification.fields), total_count: 0 }}
							isError={false}
							retry={() => {}}
							empty={{ detail: words.none }}
						/>
					</section>
				</>
			)}
		</ItemPage>
	);
}

function listFacts(notification: PaymentNotification): Fact[] {
	return [
		[commerceWords.state, commerceWords.notificationStates[notification.state]],
		[words.reason, notification.reason ?? words.noReason],
		[words.received, <Time key="received" iso={notification.received} />],
		[words.processed, <Time key="worked" iso={notification.worked} absent={words.notProcessed} />],
		[words.attempts, notification.attempts],
		[words.copies, notification.copies],
		[words.order, notification.provider_order_id],
		[words.subscription, notification.provider_subscription_id ?? words.noSubscription],
		[
			words.ourOrder,
			notification.order_id === null ? (
				words.noOrder
			) : (
				<Link key="order" className={css['link'] ?? ''} {...orderLink(notification.order_id)}>
					{words.toOrder}
				</Link>
			),
		],
	];
}

function NotificationList({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(NOTIFICATIONS, search);
	const hasFilters = Object.values(state.filters).some((value) => value !== '');
	const { data, isError, refetch } = useQuery(notificationsQuery(api, state));
	return (
		<>
			<PageHead title={words.title} />
			<TableFilters rules={NOTIFICATIONS} state={state} labels={words.filters} words={{ state: commerceWords.notificationStates }} />
			<AdminTable
				label={words.title}
				rules={NOTIFICATIONS}
				state={state}
				columns={NOTIFICATION_COLUMNS}
				idOf={({ id }) => id}
				data={data}
				isError={isError}
				retry={() => void refetch()}
				empty={{ detail: hasFilters ? words.noneMatches : words.none }}
			/>
			{data ? <RejectedRequestsPart rows={data.turned_away} /> : null}
		</>
	);
}

/** Lists rejected requests to the payment endpoints, by day. */
function RejectedRequestsPart({ rows }: { rows: readonly RejectedRequests[] }) {
	return (
		<section className={css['part']} aria-labelledby="turned-away">
			<h2 id="turned-away">{words.rejectedRequests}</h2>
			<p className={css['note']}>{rows.length === 0 ? words.noneRejected : words.rejectedNote}</p>
			{rows.length === 0 ? null : (
				<AdminTable
					label={words.rejectedTable}
					rules={NOTIFICATIONS}
					state={readTable(NOTIFICATIONS, {})}
					columns={REJECTED_COLUMNS}
					idOf={({ date, hook, reason }) => `${date} ${hook} ${reason}`}
					data={{ items: rows, total_count: 0 }}
					isError={false}
					retry={() => {}}
					empty={{ detail: words.noneRejected }}
				/>
			)}
		</section>
	);
}
