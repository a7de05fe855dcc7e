import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { useSession } from '../../entities/session/session-query.ts';
import { useLicenceChanged } from '../../entities/session/use-licence-changed.ts';
import { snack } from '../../ui/snack.ts';
import { isWaiting, type Order, type OwnSubscription, ordersQuery, pricesQuery, subscriptionQuery } from './queries.ts';
import { planWords as words } from './words.ts';

/** What changes of orders when a payment is told. */
const toldOf = (orders: readonly Order[]): string =>
	orders.map(({ code, status, charges }) => `${code} ${status} ${charges.length}`).join();

export interface PlanAccount {
	orders: readonly Order[] | undefined;
	/** Those that wait for their payment. */
	waiting: readonly Order[];
	own: OwnSubscription | undefined;
	isError: boolean;
	/** Asks for all of it again, and for the licence. */
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

	const look = useCallback(async (): Promise<void> => {
		await queryClient.invalidateQueries({ queryKey: subscriptionQuery(api).queryKey });
		const { changed, profile: now } = await licenceChanged('plans');
		if (changed) snack.info(words.title, words.nowHave(now?.license ?? null));
	}, [api, queryClient, licenceChanged]);

	const told = orders.data && toldOf(orders.data);
	const before = useRef(told);
	useEffect(() => {
		const isNews = before.current !== undefined && told !== undefined && told !== before.current;
		before.current = told;
		// What cannot be read now is read with the next page.
		if (isNews) look().catch(() => {});
	}, [told, look]);

	return {
		orders: orders.data,
		waiting: orders.data?.filter(isWaiting) ?? [],
		own: own.data,
		isError: orders.isError || own.isError,
		again: async () => {
			await Promise.all([
				queryClient.invalidateQueries({ queryKey: ordersQuery(api, profile).queryKey }),
				queryClient.invalidateQueries({ queryKey: pricesQuery(api).queryKey }),
				look(),
			]);
		},
	};
};
