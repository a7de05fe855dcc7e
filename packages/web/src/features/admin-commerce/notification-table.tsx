import { Link, useRouteContext } from '@tanstack/react-router';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import { readTable } from '../../entities/administration/table-state.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import css from './commerce.module.css';
import { notificationLink, Time } from './item-page.tsx';
import { NOTIFICATIONS, type PaymentNotification } from './queries.ts';
import { commerceWords, notificationWords as words } from './words.ts';

/** Button that processes a notification again. Not shown for test notifications, which are never processed. */
export function ReprocessButton({ notification: { id, type, state, provider_order_id: order } }: { notification: PaymentNotification }) {
	const { api } = useRouteContext({ from: '__root__' });
	const name = type || words.unnamed;
	if (state === 'test') return null;
	return (
		<ActionButton
			label={words.reprocess}
			fullLabel={words.reprocessNamed(name, order)}
			effect={words.reprocessEffect}
			confirmLabel={words.reprocessConfirm}
			act={async () => {
				await api.billing.workOnNotice({ params: { id }, body: {} });
				return words.reprocessed(name, order);
			}}
		/>
	);
}

export function formatType({ type }: Pick<PaymentNotification, 'type'>): string {
	return type || words.unnamed;
}

export const NOTIFICATION_COLUMNS: readonly AdminColumn<PaymentNotification, string>[] = [
	{
		key: 'type',
		label: words.type,
		cell: (notification) => (
			<Link
				className={css['link'] ?? ''}
				{...notificationLink(notification.id)}
				aria-label={words.open(formatType(notification), notification.provider_order_id, etDateTime(msOf(notification.received)))}
			>
				{formatType(notification)}
			</Link>
		),
	},
	{ key: 'received', label: words.received, cell: ({ received }) => <Time iso={received} /> },
	{
		key: 'state',
		label: commerceWords.state,
		cell: ({ state }) => <span className={state === 'failed' ? css['fault'] : undefined}>{commerceWords.notificationStates[state]}</span>,
	},
	{ key: 'order', label: words.order, cell: ({ provider_order_id: number }) => number },
	{ key: 'subscription', label: words.subscription, cell: ({ provider_subscription_id: number }) => number ?? words.noSubscription },
	{ key: 'copies', label: words.copies, isNumber: true, cell: ({ copies }) => copies },
	{ key: 'reason', label: words.reason, cell: ({ reason }) => reason ?? words.noReason, tooltip: ({ reason }) => reason ?? '' },
	{ key: 'act', label: commerceWords.act, cell: (notification) => <ReprocessButton notification={notification} /> },
];

/** Lists all payment notifications without pagination. */
export function NotificationTable({ label, notifications }: { label: string; notifications: readonly PaymentNotification[] }) {
	return (
		<AdminTable
			label={label}
			rules={NOTIFICATIONS}
			state={readTable(NOTIFICATIONS, {})}
			columns={NOTIFICATION_COLUMNS}
			idOf={({ id }) => id}
			data={{ items: notifications, total_count: 0 }}
			isError={false}
			retry={() => {}}
			empty={{ detail: words.none }}
		/>
	);
}
