import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { useSession } from '../../entities/session/session-query.ts';
import { useLicenceChanged } from '../../entities/session/use-licence-changed.ts';
import { snack } from '../../ui/snack.ts';
import { isWaiting, type Order, type OwnSubscription, ordersQuery, pricesQuery, subscriptionQuery } from './queries.ts';
import { planWords as words } from './words.ts';

/** Changes when the provider reports a payment or an administrator ends a subscription: the licence may differ then. */
const toldOf = (orders: readonly Order[], { subscription }: OwnSubscription): string =>
	[
		...orders.map(({ code, status, charges }) => `${code} ${status} ${charges.length}`),
		...(subscription ? [`${subscription.id} ${subscription.status} ${subscription.licence_until}`] : []),
	].join();

export interface PlanAccount {
	orders: readonly Order[] | undefined;
	/** Those that wait for their payment. */
	waiting: readonly Order[];
	own: OwnSubscription | undefined;
	isError: boolean;
	/** Asks for all of it again; the licence follows what has changed. */
	again(): Promise<void>;
}

/** The reader's orders and subscription. It sees a payment that ends elsewhere, and shows the licence that follows. */
export const usePlanAccount = (): PlanAccount => {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { profile } = useSession();
	const licenceChanged = useLicenceChanged();
	const enabled = profile !== null;
	const orders = useQuery({ ...ordersQuery(api, profile), enabled });
	const own = useQuery({ ...subscriptionQuery(api), enabled });

	const askForOwn = useCallback(
		(): Promise<void> => queryClient.invalidateQueries({ queryKey: subscriptionQuery(api).queryKey }),
		[api, queryClient],
	);
	const lookAtLicence = useCallback(async (): Promise<boolean> => {
		const { changed, profile: now } = await licenceChanged('plans');
		if (changed) snack.info(words.title, words.nowHave(now?.license ?? null));
		return changed;
	}, [licenceChanged]);

	const told = orders.data && own.data && toldOf(orders.data, own.data);
	const before = useRef<string>(undefined);
	/** One check after the other: a session request in progress may predate the change. */
	const looks = useRef(Promise.resolve());
	useEffect(() => {
		const last = before.current;
		before.current = told;
		if (told === undefined || told === last) return;
		const look = async (): Promise<void> => {
			if (last !== undefined) await askForOwn();
			const changed = await lookAtLicence();
			// What is read first may tell already what the session, read before it, does not know as yet, nor the subscription, read beside it.
			if (last === undefined && changed) await askForOwn();
		};
		// What cannot be read now is read with the next page.
		looks.current = looks.current.then(look).catch(() => {});
	}, [told, askForOwn, lookAtLicence]);

	return {
		orders: orders.data,
		waiting: orders.data?.filter(isWaiting) ?? [],
		own: own.data,
		isError: orders.isError || own.isError,
		again: async () => {
			await Promise.all([
				queryClient.invalidateQueries({ queryKey: ordersQuery(api, profile).queryKey }),
				queryClient.invalidateQueries({ queryKey: pricesQuery(api).queryKey }),
				askForOwn(),
			]);
		},
	};
};
