import { periodLabel } from '@sw/domain/billing/plan';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useSession } from '../../entities/session/session-query.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import cards from '../../ui/cards-table.module.css';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import panel from '../../ui/content/settings-panel.module.css';
import { Panel } from '../../ui/content/settings-panel.tsx';
import table from '../../ui/data-table.module.css';
import { ConfirmButton } from '../../ui/dialogs/confirm-dialog.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import { snack } from '../../ui/snackbars/snack.ts';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { words as common } from '../../ui/words.ts';
import { isContinuing } from './offers.ts';
import css from './plans.module.css';
import { profilePlanWords as words } from './profile-words.ts';
import { MAX_ORDERS_SHOWN, type Order, planPricesQuery, type Subscription } from './queries.ts';
import { usePlanAccount } from './use-account.ts';
import { explainRejection, WaitingOrder } from './waiting-order.tsx';
import { dateText } from './words.ts';

interface Props {
	subscription: Subscription;
	/** Reloads the subscription and applies a changed licence. */
	refresh(): Promise<void>;
}

type Payment = Order['charges'][number] & Pick<Order, 'code' | 'name'>;

/** Shows the reader's plan, the next charge, how to cancel, and past payments. */
export function ProfilePlan() {
	const { api } = useRouteContext({ from: '__root__' });
	const { profile } = useSession();
	const prices = useQuery(planPricesQuery(api));
	const { billing, orders, pendingOrders, isError, refresh } = usePlanAccount();
	const subscription = billing?.subscription ?? null;
	const isEnded = subscription !== null && profile !== null && isOver(subscription, profile.now);
	return (
		<Panel title={words.title} anchor="plan">
			{isError || (prices.isError && !prices.data) ? <LoadFailed retry={() => void refresh()} /> : null}
			{billing && prices.data && billing.payments !== null
				? pendingOrders.map((order) => <WaitingOrder key={order.id} order={order} offers={prices.data.items} refresh={refresh} />)
				: null}
			{billing && (subscription === null || isEnded) ? (
				<p>
					{subscription === null ? words.none : words.ended(subscription.name)}{' '}
					<Link to="/prices" className={css['link'] ?? ''}>
						{words.toPlans}
					</Link>
				</p>
			) : null}
			{billing && subscription && !isEnded ? (
				<SubscriptionPanel subscription={subscription} refresh={refresh} mayChange={billing.payments !== null} />
			) : null}
			{orders ? <PaymentsTable orders={orders} /> : null}
			{billing === undefined && !isError ? <p aria-busy="true">{common.loading}</p> : null}
		</Panel>
	);
}

/** Returns whether both the licence and the charges have ended. `now`: the server's time. */
function isOver(subscription: Subscription, now: string): boolean {
	return (
		subscription.status === 'terminated' ||
		(!isContinuing(subscription) && (subscription.licence_until === null || msOf(subscription.licence_until) <= msOf(now)))
	);
}

/** Collects the payments of all orders, newest first. */
function paymentsOf(orders: readonly Order[]): Payment[] {
	return orders
		.flatMap(({ charges, code, name }) => charges.map((charge) => ({ ...charge, code, name })))
		.sort((a, b) => msOf(b.time) - msOf(a.time));
}

function PaymentsTable({ orders }: { orders: readonly Order[] }) {
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
								<PaymentRow key={payment.provider_order_id} payment={payment} />
							))}
						</tbody>
					</table>
				</ScrollBox>
			)}
			{orders.length >= MAX_ORDERS_SHOWN ? <p className={css['note']}>{words.newestOnly(MAX_ORDERS_SHOWN)}</p> : null}
		</>
	);
}

function PaymentRow({ payment: { time, name, code, amount, currency, status, invoice_url: invoice } }: { payment: Payment }) {
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

/** Shows a subscription until both its charges and its licence end: next charge, renewal and cancellation. */
function SubscriptionPanel({ subscription, refresh, mayChange }: Props & { mayChange: boolean }) {
	return (
		<>
			{subscription.failed_attempts > 0 && isContinuing(subscription) ? <FailedCharges subscription={subscription} /> : null}
			<SubscriptionFacts subscription={subscription} />
			{mayChange ? (
				<>
					{isContinuing(subscription) ? <RenewalSwitch subscription={subscription} refresh={refresh} /> : null}
					<CancelOptions subscription={subscription} refresh={refresh} />
				</>
			) : (
				<p>
					{words.noProvider}{' '}
					<button type="button" className={`${css['link']} needs-script`} data-act="contact" data-subject={subscription.order_code}>
						{words.contact}
					</button>
				</p>
			)}
		</>
	);
}

function CancelOptions({ subscription, refresh }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const paidUntilText = subscription.paid_until === null ? null : dateText(subscription.paid_until);
	const endSubscription = async (request: Promise<unknown>, message: string): Promise<void> => {
		await explainRejection(request);
		snack.info(words.title, message);
		await refresh();
	};
	const finishDetail = words.finishDetail(subscription.name, paidUntilText);
	const terminateDetail = words.terminateDetail(subscription.name, paidUntilText);
	return (
		<>
			<h3 className={css['part']}>{words.cancel}</h3>
			{isContinuing(subscription) ? (
				<div className={css['way']}>
					<p>{finishDetail}</p>
					<ConfirmButton
						label={words.finish}
						detail={finishDetail}
						confirmLabel={words.finishConfirm}
						act={() => endSubscription(api.billing.finishSubscription({ body: {} }), words.finished)}
					/>
				</div>
			) : null}
			<div className={css['way']}>
				<p>{terminateDetail}</p>
				<ConfirmButton
					label={words.terminate}
					detail={terminateDetail}
					confirmLabel={words.terminateConfirm}
					act={() => endSubscription(api.billing.terminateSubscription({ body: {} }), words.terminated)}
				/>
			</div>
		</>
	);
}

function RenewalSwitch({ subscription, refresh }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const { send, busy, failure } = useSubmit();
	const otherType = subscription.renewal_type === 'auto' ? 'manual' : 'auto';
	const change = async (): Promise<void> => {
		await explainRejection(api.billing.changeRenewalType({ body: { renewal_type: otherType } }));
		snack.info(words.title, words.changed);
		await refresh();
	};
	const chargeOrEndDate = otherType === 'auto' ? (subscription.next_charge?.time ?? subscription.paid_until) : subscription.paid_until;
	return (
		<div className={css['way']}>
			<p>{words.renewalDetail[otherType](chargeOrEndDate === null ? null : dateText(chargeOrEndDate))}</p>
			<p className={css['fault']} role="alert">
				{failure}
			</p>
			<button type="button" className={buttonClass} disabled={busy} onClick={() => send(change)}>
				{words.renewalChange[otherType]}
			</button>
		</div>
	);
}

function FailedCharges({
	subscription: { failed_attempts: attempts, name, next_charge: nextCharge, licence_until },
}: {
	subscription: Subscription;
}) {
	return (
		<Notice>
			<p>
				{[
					words.failed(attempts, name),
					...(nextCharge ? [words.nextAttempt(dateText(nextCharge.time))] : []),
					...(licence_until === null ? [] : [words.licenceUntil(dateText(licence_until))]),
					words.checkCard,
				].join(' ')}
			</p>
		</Notice>
	);
}

function SubscriptionFacts({ subscription }: { subscription: Subscription }) {
	return (
		<dl className={panel['facts']}>
			<dt>{words.plan}</dt>
			<dd>
				{subscription.name}, {periodLabel(subscription.period).toLowerCase()}
			</dd>
			<dt>{words.state}</dt>
			<dd>
				{words.states[subscription.status]}
				{subscription.is_on_trial ? `, ${words.trial}` : ''}
			</dd>
			<dt>{words.paidUntil}</dt>
			<dd>{formatDateOr(subscription.paid_until, words.nothingPaid)}</dd>
			<dt>{words.nextCharge}</dt>
			<dd>{formatNextCharge(subscription)}</dd>
			{isContinuing(subscription) ? (
				<>
					<dt>{words.renewal}</dt>
					<dd>{words.renewals[subscription.renewal_type]}</dd>
				</>
			) : null}
		</dl>
	);
}

function formatDateOr(iso: string | null, fallback: string): string {
	return iso === null ? fallback : dateText(iso);
}

function formatNextCharge({ next_charge: nextCharge }: Subscription): string {
	if (!nextCharge) return words.noCharge;
	const { time, amount, currency } = nextCharge;
	return amount === null || currency === null ? dateText(time) : `${dateText(time)}, ${formatMoney(amount, currency)}`;
}
