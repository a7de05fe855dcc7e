import { afterSplits } from '@sw/domain/prices/level';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { DrawnLevel } from '../../charts/price/levels.ts';
import { conditionText } from '../../entities/alerts/alert-view.ts';
import { alertsQuery } from '../../entities/alerts/alerts-query.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatPrice } from '../../lib/format/numbers.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { levelWords as words } from './level-words.ts';

interface Charted {
	id: number;
	ticker: string;
	/** New shares for one old by splits after the chart's share basis. */
	laterSplits: number;
}

export interface ChartAlerts {
	/** The waiting alerts on the ticker's price, on the chart's share basis. */
	drawn: readonly DrawnLevel[];
	/** Sets an alert at a price of the chart; can be undone. */
	place: (price: number) => Promise<void>;
}

/** The reader's alerts on the price of a chart's ticker. */
export function useChartAlerts({ id, ticker, laterSplits }: Charted): ChartAlerts {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { queryKey } = alertsQuery(api);
	const { data } = useQuery(alertsQuery(api));
	const drawn = useMemo(
		() =>
			(data?.items ?? []).flatMap(({ ticker_id, condition, state }): DrawnLevel[] => {
				if (ticker_id !== id || state !== 'waiting' || condition.kind !== 'price') return [];
				const price = condition.level * laterSplits;
				return [{ level: { kind: 'line', price }, label: words.alertAt(formatPrice(price)), dashed: true }];
			}),
		[data, id, laterSplits],
	);
	const change = async (changing: Promise<unknown>): Promise<boolean> => {
		try {
			await changing;
			await queryClient.invalidateQueries({ queryKey });
			return true;
		} catch (error) {
			snack.error(words.alertFailed, faultOf(error));
			return false;
		}
	};
	return {
		drawn,
		place: async (price) => {
			const level = afterSplits({ kind: 'line', price }, laterSplits);
			if (level.kind !== 'line') return;
			const offerUndo = snack.act('success');
			const setting = api.inbox.addAlert({ body: { ticker_id: id, condition: { kind: 'price', level: level.price } } });
			if (!(await change(setting))) return;
			const alert = await setting;
			offerUndo(words.alertSet, `${ticker}: ${conditionText(alert)}`, words.undo, () => {
				void change(api.inbox.deleteAlert({ params: { id: alert.id }, body: {} }));
			});
		},
	};
}

function faultOf(error: unknown): string {
	const problem = error instanceof ApiError ? error.problem : undefined;
	return problem?.errors[0]?.message || problem?.detail || words.failedNext;
}
