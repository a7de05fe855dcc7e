import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';

export interface ChosenTicker {
	readonly id: number;
	readonly symbol: string;
}

const chosenQuery = queryOptions<ChosenTicker | null>({
	queryKey: ['compared', 'chosen'],
	queryFn: () => null,
	enabled: false,
	gcTime: Number.POSITIVE_INFINITY,
});

/** The ticker that the backs of cards compare with, until the page is loaded again; null without one. */
export function useChosenTicker(): { chosen: ChosenTicker | null; choose: (ticker: ChosenTicker | null) => void } {
	const queryClient = useQueryClient();
	const { data = null } = useQuery(chosenQuery);
	return { chosen: data, choose: (ticker) => queryClient.setQueryData(chosenQuery.queryKey, ticker) };
}
