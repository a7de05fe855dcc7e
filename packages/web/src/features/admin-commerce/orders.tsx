import { periodLabel } from '@sw/domain/billing/plan';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable, PageHead, TableFilters } from '../../entities/administration/admin-table.tsx';
import { type AdminSearch, adminLink, readTable } from '../../entities/administration/table-state.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { buttonClass } from '../../ui/button.ts';
import { StateBox } from '../../ui/states/state-box.tsx';
import css from './commerce.module.css';
import { type Fact, Facts, ItemPage, orderLink, subscriptionsLink, Time, usersLink } from './item-page.tsx';
import { NotificationTable } from './notification-table.tsx';
import { ORDERS, type Order, orderNotificationsQuery, orderQuery, ordersQuery, type Payment } from './queries.ts';
import { ReasonAction } from './reason-action.tsx';
import { commerceWords, orderWords as words } from './words.ts';

const COLUMNS: readonly AdminColumn<Order, string>[] = [
	{
		key: 'code',
		label: commerceWords.code,
		cell: ({ code }) => (
			<Link className={css['link'] ?? ''} {...orderLink(code)}>
				{code}
			</Link>
		),
	},
	{ key: 'state', label: commerceWords.state, cell: ({ status }) => commerceWords.orderStates[status] },
	{ key: 'plan', label: commerceWords.plan, cell: ({ name, period }) => `${name}, ${periodLabel(period)}` },
	{ key: 'amount', label: words.amount, isNumber: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
	{ key: 'email', label: commerceWords.email, cell: ({ email }) => email || commerceWords.deletedAccount },
	{ key: 'method', label: words.method, cell: ({ payment_method: method }) => method ?? words.notPaid },
	{ key: 'created', label: words.created, cell: ({ created }) => <Time iso={created} /> },
	{ key: 'paid', label: words.paid, cell: ({ paid }) => <Time iso={paid} absent={words.notPaid} /> },
];

/** Shows all orders, or the one selected in the URL. */
export function AdminOrders({ search }: { search: AdminSearch }) {
	return search['order'] ? <LoadedOrder key={search['order']} code={search['order']} /> : <OrderList search={search} />;
}

function OrderList({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(ORDERS, search);
	const hasFilters = Object.values(state.filters).some((value) => value !== '');
	const { data, isError, refetch } = useQuery(ordersQuery(api, state));
	return (
		<>
			<PageHead title={words.title} />
			<TableFilters rules={ORDERS} state={state} labels={words.filters} words={{ status: commerceWords.orderStates }} />
			<AdminTable
				label={words.title}
				rules={ORDERS}
				state={state}
				columns={COLUMNS}
				idOf={({ id }) => id}
				data={data}
				isError={isError}
				retry={() => void refetch()}
				empty={{ detail: hasFilters ? words.noneMatches : words.none }}
			/>
		</>
	);
}

/** Shows one order: what was ordered, its payments with refund buttons, and the provider's notifications. */
function LoadedOrder({ code }: { code: string }) {
	const { api } = useRouteContext({ from: '__root__' });
	const query = useQuery(orderQuery(api, code));
	return (
		<ItemPage
			query={query}
			notFound={{ title: words.notFound, detail: words.notFoundDetail }}
			back={{ link: adminLink('orders'), label: words.all }}
		>
			{(order) => <OrderPage order={order} />}
		</ItemPage>
	);
}

function OrderPage({ order }: { order: Order }) {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const { code } = order;
	return (
		<>
			<PageHead title={words.pageTitle(code)}>
				<BackLink />
				{order.status === 'waiting' ? (
					<ActionButton
						label={words.withdraw}
						fullLabel={words.withdrawNamed(code)}
						effect={words.withdrawEffect(code)}
						confirmLabel={words.withdrawConfirm}
						act={async () => {
							await api.billing.deleteOrder({ params: { idOrCode: code }, body: {} });
							await navigate(adminLink('orders'));
							return words.withdrawn(code);
						}}
					/>
				) : null}
			</PageHead>
			<Facts facts={listFacts(order)} />
			<section className={css['part']} aria-labelledby="order-payments">
				<h2 id="order-payments">{words.payments}</h2>
				{order.charges.length === 0 ? (
					<StateBox title={words.noPayments} detail={words.noPaymentsDetail} />
				) : (
					<PaymentTable order={order} />
				)}
				<p className={css['note']}>{words.atProvider}</p>
			</section>
			<OrderNotifications order={order} />
		</>
	);
}

function listFacts(order: Order): Fact[] {
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
				commerceWords.deletedAccount
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

function OrderNotifications({ order }: { order: Order }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery(orderNotificationsQuery(api, order.id));
	return (
		<section className={css['part']} aria-labelledby="order-notices">
			<h2 id="order-notices">{words.notifications}</h2>
			{data && data.items.length === 0 ? <p className={css['note']}>{words.noNotifications}</p> : null}
			{data && data.items.length > 0 ? <NotificationTable label={words.notificationsOf(order.code)} notifications={data.items} /> : null}
		</section>
	);
}

function BackLink() {
	return (
		<Link {...adminLink('orders')} className={buttonClass}>
			{words.all}
		</Link>
	);
}

/** Lists the payments of one order, newest first. Each has a refund button, unless it was already refunded. */
function PaymentTable({ order }: { order: Order }) {
	const { api } = useRouteContext({ from: '__root__' });
	const columns: readonly AdminColumn<Payment, string>[] = [
		{ key: 'payment', label: words.payment, cell: ({ provider_order_id: number }) => number },
		{ key: 'state', label: commerceWords.state, cell: ({ status }) => commerceWords.orderStates[status] },
		{ key: 'time', label: words.time, cell: ({ time }) => <Time iso={time} /> },
		{ key: 'sum', label: words.sum, isNumber: true, cell: formatSum },
		{
			key: 'invoice',
			label: words.invoice,
			cell: ({ invoice_url: url, provider_order_id: number }) =>
				url === null ? (
					words.noNumber
				) : (
					<a className={css['link']} href={url} rel="noreferrer" aria-label={words.invoiceOf(number)}>
						{words.invoice}
					</a>
				),
		},
		{
			key: 'act',
			label: commerceWords.act,
			cell: (payment) =>
				payment.status === 'processed' ? (
					<ReasonAction
						label={words.refund}
						fullLabel={words.refundNamed(payment.provider_order_id)}
						effect={words.refundEffect(formatSum(payment), order.email)}
						confirmLabel={words.refundConfirm}
						reasonLabel={commerceWords.reasonAndProvider}
						isRequired
						act={async (reason) => {
							const { provider_order_id: number } = payment;
							await api.billing.refundOrder({ params: { idOrCode: order.code }, body: { payment: number, reason } });
							return words.refunded(number);
						}}
					/>
				) : null,
		},
	];
	return (
		<AdminTable
			label={words.paymentsOf(order.code)}
			rules={ORDERS}
			state={readTable(ORDERS, {})}
			columns={columns}
			idOf={({ provider_order_id: number }) => number}
			// All payments are on one page, because no order has many of them.
			data={{ items: order.charges, total_count: 0 }}
			isError={false}
			retry={() => {}}
			empty={{ detail: words.noPaymentsDetail }}
		/>
	);
}

function formatSum({ amount, currency }: Payment): string {
	return amount === null || currency === null ? words.unknownSum : formatMoney(amount, currency);
}
