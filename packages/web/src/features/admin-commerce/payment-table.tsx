import { useRouteContext } from '@tanstack/react-router';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import { readTable } from '../../entities/administration/table-state.ts';
import { formatMoney } from '../../lib/format/money.ts';
import css from './commerce.module.css';
import { Time } from './facts.tsx';
import { orderWords as words } from './order-words.ts';
import { ORDERS, type Order, type Payment } from './queries.ts';
import { ReasonAction } from './reason-action.tsx';
import { commerceWords } from './words.ts';

/** The payments of one order, the newest first; each can be refunded unless it already was. */
export function PaymentTable({ order }: { order: Order }) {
	const { api } = useRouteContext({ from: '__root__' });
	const columns: readonly AdminColumn<Payment, string>[] = [
		{ key: 'payment', label: words.payment, cell: ({ provider_order_id: number }) => number },
		{ key: 'state', label: commerceWords.state, cell: ({ status }) => commerceWords.orderStates[status] },
		{ key: 'time', label: words.time, cell: ({ time }) => <Time iso={time} /> },
		{ key: 'sum', label: words.sum, isNumber: true, cell: sumOf },
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
						named={words.refundNamed(payment.provider_order_id)}
						will={words.refundWill(sumOf(payment), order.email)}
						sure={words.refundSure}
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
			// All on one page: no order has many payments.
			data={{ items: order.charges, total_count: 0 }}
			isError={false}
			retry={() => {}}
			empty={{ detail: words.noPaymentsDetail }}
		/>
	);
}

function sumOf({ amount, currency }: Payment): string {
	return amount === null || currency === null ? words.unknownSum : formatMoney(amount, currency);
}
