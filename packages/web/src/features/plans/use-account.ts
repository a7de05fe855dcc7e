import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { sessionKeeper, useReloadSession } from '../../entities/session/browser-session.tsx';
import { accessLife, clearPrivateQueries, type Profile, sessionQuery, useSession } from '../../entities/session/session-query.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { isWaiting, type Order, type OwnSubscription, ordersQuery, pricesQuery, subscriptionQuery } from './queries.ts';
import { planWords as words } from './words.ts';

export interface PlanAccount {
	orders: readonly Order[] | undefined;
	/** Orders with a pending payment. */
	waiting: readonly Order[];
	own: OwnSubscription | undefined;
	isError: boolean;
	/** Reloads orders, prices and subscription; a change of the licence is applied. */
	refresh(): Promise<void>;
}

/** The reader's orders and subscription. Notices a payment completed on another site, and applies the resulting licence. */
export function usePlanAccount(): PlanAccount {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { profile } = useSession();
	const applyLicenceChange = useApplyLicenceChange();
	const enabled = profile !== null;
	const orders = useQuery({ ...ordersQuery(api, profile), enabled });
	const own = useQuery({ ...subscriptionQuery(api), enabled });

	const refetchSubscription = useCallback(
		(): Promise<void> => queryClient.invalidateQueries({ queryKey: subscriptionQuery(api).queryKey }),
		[api, queryClient],
	);
	const checkLicence = useCallback(async (): Promise<boolean> => {
		const { changed, profile: now } = await applyLicenceChange('plans');
		if (changed) snack.info(words.title, words.nowHave(now?.license ?? null));
		return changed;
	}, [applyLicenceChange]);

	const status = orders.data && own.data && statusText(orders.data, own.data);
	const lastStatus = useRef<string>(undefined);
	/** Checks run one after another, because a session request in progress may predate the change. */
	const checks = useRef(Promise.resolve());
	useEffect(() => {
		const previousStatus = lastStatus.current;
		lastStatus.current = status;
		if (status === undefined || status === previousStatus) return;
		const check = async (): Promise<void> => {
			if (previousStatus !== undefined) await refetchSubscription();
			const changed = await checkLicence();
			// The first answer may already contain a change that the session, fetched before it, and the subscription, fetched with it, lack.
			if (previousStatus === undefined && changed) await refetchSubscription();
		};
		// If a fetch fails now, the next page view repeats it.
		checks.current = checks.current.then(check).catch(() => {});
	}, [status, refetchSubscription, checkLicence]);

	return {
		orders: orders.data,
		waiting: orders.data?.filter(isWaiting) ?? [],
		own: own.data,
		isError: orders.isError || own.isError,
		refresh: async () => {
			await Promise.all([
				queryClient.invalidateQueries({ queryKey: ordersQuery(api, profile).queryKey }),
				queryClient.invalidateQueries({ queryKey: pricesQuery(api).queryKey }),
				refetchSubscription(),
			]);
		},
	};
}

/**
 * Returns a function to call after anything that may have changed the reader's licence. It reloads the session and applies a change in every tab of the
 * browser, without a new sign-in. It resolves to whether the licence changed, and the current profile. `keep`: the first key of the queries that are not
 * cleared.
 */
function useApplyLicenceChange(): (keep: string) => Promise<{ changed: boolean; profile: Profile | null }> {
	const router = useRouter();
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });
	const readSession = useReloadSession();
	return useCallback(
		async (keep) => {
			const before = queryClient.getQueryData(sessionQuery(api).queryKey);
			const profile = await readSession();
			if (!profile || profile.license === before?.license) return { changed: false, profile };
			clearPrivateQueries(queryClient, keep);
			sessionKeeper()?.signedIn(accessLife(profile));
			await router.invalidate();
			return { changed: true, profile };
		},
		[api, queryClient, router, readSession],
	);
}

/** Changes when the provider reports a payment or an administrator ends a subscription, because the licence may then differ. */
function statusText(orders: readonly Order[], { subscription }: OwnSubscription): string {
	return [
		...orders.map(({ code, status, charges }) => `${code} ${status} ${charges.length}`),
		...(subscription ? [`${subscription.id} ${subscription.status} ${subscription.licence_until}`] : []),
	].join();
}
