import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useSession } from '../../entities/session/session-query.ts';
import { msOf } from '../../lib/format/times.ts';
import { Panel } from '../../ui/content/settings-panel.tsx';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { words as common } from '../../ui/words.ts';
import { isContinuing } from './next-step.ts';
import { OwnSubscription } from './own-subscription.tsx';
import { PaymentsTable } from './payments-table.tsx';
import css from './plans.module.css';
import { profilePlanWords as words } from './profile-words.ts';
import { pricesQuery, type Subscription } from './queries.ts';
import { usePlanAccount } from './use-account.ts';
import { WaitingOrder } from './waiting-order.tsx';

/** The current plan, the next charge, how to cancel, and past payments. */
export function ProfilePlan() {
	const { api } = useRouteContext({ from: '__root__' });
	const { profile } = useSession();
	const prices = useQuery(pricesQuery(api));
	const { own, orders, waiting, isError, again } = usePlanAccount();
	const subscription = own?.subscription ?? null;
	const isEnded = subscription !== null && profile !== null && isOver(subscription, profile.now);
	return (
		<Panel title={words.title} anchor="plan">
			{isError || (prices.isError && !prices.data) ? <LoadFailed retry={() => void again()} /> : null}
			{own && prices.data && own.payments !== null
				? waiting.map((order) => <WaitingOrder key={order.id} order={order} offers={prices.data.items} again={again} />)
				: null}
			{own && (subscription === null || isEnded) ? (
				<p>
					{subscription === null ? words.none : words.ended(subscription.name)}{' '}
					<Link to="/prices" className={css['link'] ?? ''}>
						{words.toPlans}
					</Link>
				</p>
			) : null}
			{own && subscription && !isEnded ? <OwnSubscription of={subscription} again={again} mayChange={own.payments !== null} /> : null}
			{orders ? <PaymentsTable orders={orders} /> : null}
			{own === undefined && !isError ? <p aria-busy="true">{common.loading}</p> : null}
		</Panel>
	);
}

/** Whether its licence or charges continue. `now` is the server's time. */
function isOver(of: Subscription, now: string): boolean {
	return of.status === 'terminated' || (!isContinuing(of) && (of.licence_until === null || msOf(of.licence_until) <= msOf(now)));
}
