import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import { adminLink } from '../../entities/administration/links.ts';
import { PageHead } from '../../entities/administration/page-head.tsx';
import { readTable } from '../../entities/administration/table-state.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import css from './commerce.module.css';
import { type Fact, Facts, Time } from './facts.tsx';
import { orderLink } from './links.ts';
import { typeText } from './notification-table.tsx';
import { notificationWords as words } from './notification-words.ts';
import { NOTIFICATIONS, notificationQuery, type PaymentNotification } from './queries.ts';
import { ReprocessButton } from './reprocess-button.tsx';
import { StateOfPage } from './state-of-page.tsx';
import { commerceWords } from './words.ts';

type NoticeField = readonly [name: string, value: string];

const COLUMNS: readonly AdminColumn<NoticeField, string>[] = [
	{ key: 'name', label: words.field, cell: ([name]) => name },
	{ key: 'value', label: words.value, cell: ([, value]) => <div className={css['value']}>{value || words.empty}</div> },
];

/** One payment notification with every field received, unknown ones included. */
export function OneNotification({ id }: { id: string }) {
	const { api } = useRouteContext({ from: '__root__' });
	const query = useQuery(notificationQuery(api, id));
	return (
		<StateOfPage
			query={query}
			noSuch={{ title: words.noSuch, detail: words.noSuchDetail }}
			back={{ link: adminLink('payment-notices'), label: words.all }}
		>
			{(notification) => (
				<>
					<PageHead title={words.one(typeText(notification))}>
						<Link {...adminLink('payment-notices')} className={buttonClass}>
							{words.all}
						</Link>
						<ReprocessButton notice={notification} />
					</PageHead>
					<Facts facts={factsOf(notification)} />
					<section className={css['part']} aria-labelledby="notice-fields">
						<h2 id="notice-fields">{words.fields}</h2>
						<p className={css['note']}>
							{notification.stripped === null ? words.fieldsNote : words.stripped(etDateTime(msOf(notification.stripped)))}
						</p>
						<AdminTable
							label={words.fieldsTable}
							rules={NOTIFICATIONS}
							state={readTable(NOTIFICATIONS, {})}
							columns={COLUMNS}
							idOf={([name]) => name}
							data={{ items: Object.entries(notification.fields), total_count: 0 }}
							isError={false}
							retry={() => {}}
							empty={{ detail: words.none }}
						/>
					</section>
				</>
			)}
		</StateOfPage>
	);
}

function factsOf(notification: PaymentNotification): Fact[] {
	return [
		[commerceWords.state, commerceWords.noticeStates[notification.state]],
		[words.reason, notification.reason ?? words.noReason],
		[words.received, <Time key="received" iso={notification.received} />],
		[words.worked, <Time key="worked" iso={notification.worked} absent={words.notWorked} />],
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
