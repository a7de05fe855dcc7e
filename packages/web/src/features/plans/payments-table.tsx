import { formatMoney } from '../../lib/format/money.ts';
import { msOf } from '../../lib/format/times.ts';
import cards from '../../ui/cards-table.module.css';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import table from '../../ui/data-table.module.css';
import { EtTime } from '../../ui/et-time.tsx';
import css from './plans.module.css';
import { profilePlanWords as words } from './profile-words.ts';
import { ORDERS_SHOWN, type Order } from './queries.ts';
import { dateText } from './words.ts';

type Payment = Order['charges'][number] & Pick<Order, 'code' | 'name'>;

/** Payments of all orders, newest first. */
export function paymentsOf(orders: readonly Order[]): Payment[] {
	return orders
		.flatMap(({ charges, code, name }) => charges.map((charge) => ({ ...charge, code, name })))
		.sort((a, b) => msOf(b.time) - msOf(a.time));
}

/** Payments, with invoices. */
export function PaymentsTable({ orders }: { orders: readonly Order[] }) {
	const payments = paymentsOf(orders);
	return (
		<>
			<h3 className={css['part']}>{words.payments}</h3>
			{payments.length === 0 ? (
				<p>{words.noPayments}</p>
			) : (
				<ScrollBox className={`${table['scroll']} ${cards['cards']}`} label={words.paymentsTable}>
					<table className={table['table']}>
						<thead>
							<tr>
								{[words.date, words.order, words.amount, words.payment, words.invoice].map((name) => (
									<th key={name} scope="col">
										{name}
									</th>
								))}
							</tr>
						</thead>
						<tbody>
							{payments.map((payment) => (
								<Row key={payment.provider_order_id} payment={payment} />
							))}
						</tbody>
					</table>
				</ScrollBox>
			)}
			{orders.length >= ORDERS_SHOWN ? <p className={css['note']}>{words.newestOnly(ORDERS_SHOWN)}</p> : null}
		</>
	);
}

function Row({ payment: { time, name, code, amount, currency, status, invoice_url: invoice } }: { payment: Payment }) {
	return (
		<tr>
			<th scope="row">
				<EtTime ms={msOf(time)}>{dateText(time)}</EtTime>
			</th>
			<td data-label={words.order}>
				{name} · {code}
			</td>
			<td data-label={words.amount}>{amount === null || currency === null ? words.unknown : formatMoney(amount, currency)}</td>
			<td data-label={words.payment}>{words.charges[status]}</td>
			<td data-label={words.invoice}>
				{invoice === null ? (
					words.byMail
				) : (
					<a href={invoice} className={css['link']} rel="external noreferrer" aria-label={words.invoiceOf(dateText(time))}>
						{words.invoice}
					</a>
				)}
			</td>
		</tr>
	);
}
