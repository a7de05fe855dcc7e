import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { sessionKeeper, useReloadSession } from '../../entities/session/browser-session.tsx';
import { accessLifeMs, clearPrivateQueries, type Profile, sessionQuery, useSession } from '../../entities/session/session-query.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { isWaiting, type Order, ordersQuery, planPricesQuery, type SubscriptionAnswer, subscriptionQuery } from './queries.ts';
import { planWords as words } from './words.ts';

export interface PlanAccount {
	orders: readonly Order[] | undefined;
	/** Orders with a pending payment. */
	pendingOrders: readonly Order[];
	billing: SubscriptionAnswer | undefined;
	isError: boolean;
	/** Reloads orders, prices and subscription, and applies a changed licence. */
	refresh(): Promise<void>;
}

/** Loads the reader's orders and subscription. When a payment on another site is completed, applies the resulting licence. */
export function usePlanAccount(): PlanAccount {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { profile } = useSession();
	const applyLicenceChange = useApplyLicenceChange();
	const enabled = profile !== null;
	const orders = useQuery({ ...ordersQuery(api, profile), enabled });
	const billing = useQuery({ ...subscriptionQuery(api), enabled });

	const refetchSubscription = useCallback(
		(): Promise<void> => queryClient.invalidateQueries({ queryKey: subscriptionQuery(api).queryKey }),
		[api, queryClient],
	);
	const checkLicence = useCallback(async (): Promise<boolean> => {
		const { changed, profile: newProfile } = await applyLicenceChange('plans');
		if (changed) snack.info(words.title, words.nowHave(newProfile?.license ?? null));
		return changed;
	}, [applyLicenceChange]);

	const statusKey = orders.data && billing.data && buildStatusKey(orders.data, billing.data);
	const lastStatusKey = useRef<string>(undefined);
	/** Runs checks one after another, because a session request in progress may have started before the change. */
	const checks = useRef(Promise.resolve());
	useEffect(() => {
		const previousStatusKey = lastStatusKey.current;
		lastStatusKey.current = statusKey;
		if (statusKey === undefined || statusKey === previousStatusKey) return;
		const check = async (): Promise<void> => {
			if (previousStatusKey !== undefined) await refetchSubscription();
			const changed = await checkLicence();
			// On the first check, the orders can be newer than the session and the subscription, so both may lack a change.
			if (previousStatusKey === undefined && changed) await refetchSubscription();
		};
		// A failed check is repeated when the reader opens another page.
		checks.current = checks.current.then(check).catch(() => {});
	}, [statusKey, refetchSubscription, checkLicence]);

	return {
		orders: orders.data,
		pendingOrders: orders.data?.filter(isWaiting) ?? [],
		billing: billing.data,
		isError: orders.isError || billing.isError,
		refresh: async () => {
			await Promise.all([
				queryClient.invalidateQueries({ queryKey: ordersQuery(api, profile).queryKey }),
				queryClient.invalidateQueries({ queryKey: planPricesQuery(api).queryKey }),
				refetchSubscription(),
			]);
		},
	};
}

/**
 * Returns a function to call after anything that may have changed the reader's licence. The function reloads the session, and applies a changed licence in
 * every browser tab without a new sign-in. It resolves to the profile and whether the licence changed. `keptPrefix`: first part of the query keys to keep.
 */
function useApplyLicenceChange(): (keptPrefix: string) => Promise<{ changed: boolean; profile: Profile | null }> {
	const router = useRouter();
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });
	const readSession = useReloadSession();
	return useCallback(
		async (keptPrefix) => {
			const oldProfile = queryClient.getQueryData(sessionQuery(api).queryKey);
			const profile = await readSession();
			if (!profile || profile.license === oldProfile?.license) return { changed: false, profile };
			clearPrivateQueries(queryClient, keptPrefix);
			sessionKeeper()?.signIn(accessLifeMs(profile));
			await router.invalidate();
			return { changed: true, profile };
		},
		[api, queryClient, router, readSession],
	);
}

/** Returns a text that changes whenever the licence may have changed: after a payment, or when a subscription changes. */
function buildStatusKey(orders: readonly Order[], { subscription }: SubscriptionAnswer): string {
	return [
		...orders.map(({ code, status, charges }) => `${code} ${status} ${charges.length}`),
		...(subscription ? [`${subscription.id} ${subscription.status} ${subscription.licence_until}`] : []),
	].join();
}
