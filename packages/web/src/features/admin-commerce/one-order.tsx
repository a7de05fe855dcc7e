import { periodLabel } from '@sw/domain/billing/plan';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { adminLink } from '../../entities/administration/links.ts';
import { PageHead } from '../../entities/administration/page-head.tsx';
import { formatMoney } from '../../lib/format/money.ts';
import { buttonClass } from '../../ui/button.ts';
import { StateBox } from '../../ui/states/state-box.tsx';
import css from './commerce.module.css';
import { type Fact, Facts, Time } from './facts.tsx';
import { subscriptionsLink, usersLink } from './links.ts';
import { NotificationTable } from './notification-table.tsx';
import { orderWords as words } from './order-words.ts';
import { PaymentTable } from './payment-table.tsx';
import { notificationsOfQuery, type Order, orderQuery } from './queries.ts';
import { StateOfPage } from './state-of-page.tsx';
import { commerceWords } from './words.ts';

/** One order: what was ordered, its payments with their refund buttons, and the provider's notifications. */
export function OneOrder({ code }: { code: string }) {
	const { api } = useRouteContext({ from: '__root__' });
	const query = useQuery(orderQuery(api, code));
	return (
		<StateOfPage
			query={query}
			noSuch={{ title: words.noSuch, detail: words.noSuchDetail }}
			back={{ link: adminLink('orders'), label: words.all }}
		>
			{(order) => <OrderPage order={order} />}
		</StateOfPage>
	);
}

function OrderPage({ order }: { order: Order }) {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const { code } = order;
	return (
		<>
			<PageHead title={words.one(code)}>
				<Back />
				{order.status === 'waiting' ? (
					<ActionButton
						label={words.takeBack}
						named={words.takeBackNamed(code)}
						will={words.takeBackWill(code)}
						sure={words.takeBackSure}
						act={async () => {
							await api.billing.deleteOrder({ params: { idOrCode: code }, body: {} });
							await navigate(adminLink('orders'));
							return words.takenBack(code);
						}}
					/>
				) : null}
			</PageHead>
			<Facts facts={factsOf(order)} />
			<section className={css['part']} aria-labelledby="order-payments">
				<h2 id="order-payments">{words.payments}</h2>
				{order.charges.length === 0 ? (
					<StateBox title={words.noPayments} detail={words.noPaymentsDetail} />
				) : (
					<PaymentTable order={order} />
				)}
				<p className={css['note']}>{words.atProvider}</p>
			</section>
			<Notices order={order} />
		</>
	);
}

function factsOf(order: Order): Fact[] {
	return [
		[commerceWords.state, commerceWords.orderStates[order.status]],
		[commerceWords.plan, `${order.name}, ${periodLabel(order.period)}`],
		[words.amount, formatMoney(order.amount, order.currency)],
		[words.coupon, order.coupon ?? words.noCoupon],
		[
			commerceWords.email,
			order.email ? (
				<Link key="user" className={css['link'] ?? ''} {...usersLink(order.email)} aria-label={words.toUser(order.email)}>
					{order.email}
				</Link>
			) : (
				commerceWords.gone
			),
		],
		[words.method, order.payment_method ?? words.notPaid],
		[words.number, order.provider_order_id ?? words.noNumber],
		[words.created, <Time key="created" iso={order.created} />],
		[words.paid, <Time key="paid" iso={order.paid} absent={words.notPaid} />],
		[
			words.subscription,
			order.paid === null ? (
				words.noNumber
			) : (
				<Link key="subscription" className={css['link'] ?? ''} {...subscriptionsLink(order.code)}>
					{words.toSubscription}
				</Link>
			),
		],
	];
}

function Notices({ order }: { order: Order }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery(notificationsOfQuery(api, order.id));
	return (
		<section className={css['part']} aria-labelledby="order-notices">
			<h2 id="order-notices">{words.notices}</h2>
			{data && data.items.length === 0 ? <p className={css['note']}>{words.noNotices}</p> : null}
			{data && data.items.length > 0 ? <NotificationTable label={words.noticesOf(order.code)} notices={data.items} /> : null}
		</section>
	);
}

function Back() {
	return (
		<Link {...adminLink('orders')} className={buttonClass}>
			{words.all}
		</Link>
	);
}
