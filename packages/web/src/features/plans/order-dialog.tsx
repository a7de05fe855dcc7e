import { maxLength } from '@sw/domain/access/form-rules';
import { periodLabel } from '@sw/domain/billing/plan';
import { useRouteContext } from '@tanstack/react-router';
import { type RefObject, useRef } from 'react';
import type { Profile } from '../../entities/session/session-query.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormBox, useForm } from '../../ui/forms/form-box.tsx';
import { describeConsequences } from './order-consequences.ts';
import css from './plans.module.css';
import type { Offer, Order, Prices, Subscription } from './queries.ts';
import { explainRejection } from './waiting-order.tsx';
import { planWords as words } from './words.ts';

/** The plan to order, at the price shown on the page. */
export interface OrderRequest {
	offer: Offer;
	amount: number;
	currency: string;
	/** The pending order to change; undefined for a new order. */
	pendingOrder: Order | undefined;
}

interface Props {
	request: OrderRequest;
	payments: NonNullable<Prices['payments']>;
	profile: Profile;
	subscription: Subscription | null;
	refresh(): Promise<void>;
	onClosed(): void;
}

type FormProps = Omit<Props, 'onClosed'> & { dialog: RefObject<HTMLDialogElement | null> };

const RULES = { coupon: [maxLength(64)] };

/** Shows the consequences of ordering a plan in a dialog, open while rendered. Confirming opens the payment page. */
export function OrderDialog({ onClosed, ...props }: Props) {
	const dialog = useRef<HTMLDialogElement>(null);
	const { offer, pendingOrder } = props.request;
	const title = (pendingOrder ? words.changeOrderTitle : words.orderTitle)(offer.name, periodLabel(offer.period));
	return (
		<Dialog dialog={dialog} title={title} opensOnMount onClose={onClosed}>
			<OrderForm {...props} dialog={dialog} />
		</Dialog>
	);
}

function OrderForm({ dialog, request, payments, profile, subscription, refresh }: FormProps) {
	const { api } = useRouteContext({ from: '__root__' });
	const { offer, amount, currency, pendingOrder } = request;
	const price = formatMoney(amount, currency);
	const placeOrder = async (coupon: string): Promise<void> => {
		const body = { product_id: offer.product_id, period: offer.period, currency, coupon: coupon === '' ? null : coupon };
		const placedOrder = pendingOrder
			? await api.billing.changeOrder({ params: { idOrCode: pendingOrder.code }, body })
			: await api.billing.createOrder({ body });
		// The reader must not pay a price they haven't seen.
		if (placedOrder.amount !== amount) throw new Error(words.priceChanged(price, formatMoney(placedOrder.amount, currency)));
		dialog.current?.close();
		if (placedOrder.checkout_url !== null) location.assign(placedOrder.checkout_url);
	};
	const form = useForm(RULES, { coupon: pendingOrder?.coupon ?? '' }, async ({ coupon }) => {
		try {
			await explainRejection(placeOrder(coupon.trim()), ['coupon']);
		} finally {
			// Shows the order that is now pending. After a refusal, the page may show outdated data.
			await refresh();
		}
	});
	return (
		<FormBox form={form} submitLabel={words.toPayment} cancel={() => dialog.current?.close()}>
			<p className={css['sum']}>{words.priceOf(price, offer.period)}</p>
			<ul className={css['follows']}>
				{describeConsequences({ offer, price, profile, subscription }).map((text) => (
					<li key={text}>{text}</li>
				))}
				<li>{words.checkoutNote[payments]}</li>
			</ul>
			<Field form={form} name="coupon" label={words.coupon} hint={words.couponHint} />
		</FormBox>
	);
}
