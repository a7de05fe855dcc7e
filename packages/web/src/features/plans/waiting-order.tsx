import { periodLabel } from '@sw/domain/billing/plan';
import { useRouteContext } from '@tanstack/react-router';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { buttonClass } from '../../ui/button.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm-dialog.tsx';
import { snack } from '../../ui/snackbars/snack.ts';
import { fieldErrorsOf, useSubmit } from '../../ui/use-submit.ts';
import { findOrderProblem, type OrderProblem } from './offers.ts';
import css from './plans.module.css';
import type { Offer, Order } from './queries.ts';
import { dateText, planWords as words } from './words.ts';

interface Props {
	order: Order;
	/** The plans currently sold. */
	offers: readonly Offer[];
	/** Reloads orders and prices. */
	refresh(): Promise<void>;
}

/** Shows a pending order, which the reader can pay or withdraw. If it can't be paid as ordered, shows the reason. */
export function WaitingOrder({ order, offers, refresh }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const { send, busy, failure } = useSubmit();
	const { code, currency } = order;
	const problem = findOrderProblem(order, offers);
	const pay = async (): Promise<void> => {
		if (problem?.kind === 'price') {
			// An empty change keeps the plan and applies the current price.
			const { amount } = await api.billing.changeOrder({ params: { idOrCode: code }, body: {} });
			if (amount !== problem.amount)
				throw new Error(words.priceChanged(formatMoney(problem.amount, currency), formatMoney(amount, currency)));
		}
		const { checkout_url: url } = await api.billing.chargeOrder({ body: { order: code } });
		if (url !== null) location.assign(url);
	};
	// If paying fails, the page may show outdated data.
	const payOrRefresh = (): Promise<void> =>
		explainRejection(pay()).catch(async (error: unknown) => {
			await refresh();
			throw error;
		});
	const withdraw = async (): Promise<void> => {
		await explainRejection(api.billing.deleteOrder({ params: { idOrCode: code }, body: {} }));
		snack.info(words.title, words.withdrawn);
		await refresh();
	};
	const label =
		problem?.kind === 'price' ? words.acceptPrice(formatMoney(problem.amount, currency)) : words.pay(formatMoney(order.amount, currency));
	return (
		<section className={css['waiting']} aria-labelledby={`order-${code}`} id="order">
			<h2 id={`order-${code}`}>{words.waitingTitle(code)}</h2>
			<p>{words.ordered(order.name, periodLabel(order.period), formatMoney(order.amount, currency), dateText(order.created))}</p>
			{problem ? <p className={css['problem']}>{formatProblem(problem, order)}</p> : null}
			<p className={css['fault']} role="alert">
				{failure}
			</p>
			<div className={css['acts']}>
				{problem === null || problem.kind === 'price' ? (
					<button type="button" className={`${buttonClass} ${css['next']}`} disabled={busy} onClick={() => send(payOrRefresh)}>
						{label}
					</button>
				) : null}
				<ConfirmButton label={words.withdraw} detail={words.withdrawDetail} confirmLabel={words.withdrawConfirm} act={withdraw} />
			</div>
			<p className={css['note']}>{words.waitingNote}</p>
		</section>
	);
}

function formatProblem(problem: OrderProblem, { amount, currency }: Order): string {
	if (problem.kind === 'off') return words.problem.off;
	if (problem.kind === 'currency') return words.problem.currency(currency, problem.sold);
	return words.problem.price(formatMoney(amount, currency), formatMoney(problem.amount, currency));
}

/** Awaits `request`. Rethrows a rejection with the messages of the response, unless they are about one of `fields`. */
export async function explainRejection<T>(request: Promise<T>, fields: readonly string[] = []): Promise<T> {
	try {
		return await request;
	} catch (error) {
		const messages = error instanceof ApiError ? (error.problem?.errors ?? []).map(({ message }) => message) : [];
		if (messages.length === 0 || fieldErrorsOf(error, fields)) throw error;
		throw new Error(messages.join(' '), { cause: error });
	}
}
