import { useRouteContext } from '@tanstack/react-router';
import css from './commerce.module.css';
import type { Subscription } from './queries.ts';
import { ReasonAction } from './reason-action.tsx';
import { subscriptionWords as words } from './subscription-words.ts';
import { commerceWords } from './words.ts';

/** An administrator's actions on a subscription: the provider performs them, and they apply as soon as it agrees. */
export function SubscriptionActions({ subscription }: { subscription: Subscription }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { id, status, provider_subscription_id: number, email: address, renewal_type: type } = subscription;
	const email = address || number;
	const goesOn = status === 'active' || status === 'suspended';
	const isAuto = type === 'auto';
	return (
		<div className={css['acts']}>
			{goesOn ? (
				<ReasonAction
					label={isAuto ? words.toManual : words.toAuto}
					named={(isAuto ? words.toManualNamed : words.toAutoNamed)(number)}
					will={(isAuto ? words.toManualWill : words.toAutoWill)(email)}
					sure={words.renewalSure}
					act={async (reason) => {
						const renewal_type = isAuto ? 'manual' : 'auto';
						await api.billing.changeRenewalTypeOf({ params: { id }, body: { renewal_type, ...because(reason) } });
						return words.renewalChanged(number);
					}}
				/>
			) : null}
			{status === 'terminated' ? null : (
				<ReasonAction
					label={words.end}
					named={words.endNamed(number)}
					will={words.endWill(email)}
					sure={words.endSure}
					reasonLabel={commerceWords.reasonAndProvider}
					act={async (reason) => {
						await api.billing.terminateSubscriptionOf({ params: { id }, body: because(reason) });
						return words.ended(number);
					}}
				/>
			)}
		</div>
	);
}

function because(reason: string) {
	return reason === '' ? {} : { reason };
}
