import { adjustForSplits, type Level, type LevelPoint } from '@sw/domain/prices/level';
import { isoSeconds } from '@sw/domain/time/format';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { DrawnLevel } from '../../charts/price/paint.ts';
import { alertsQuery, conditionText, type TickerAlert } from '../../entities/alerts/alert-view.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatPrice } from '../../lib/format/numbers.ts';
import { msOf } from '../../lib/format/times.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { levelWords as words } from './level-words.ts';

interface ChartedTicker {
	id: number;
	ticker: string;
	/** How many shares one share of the chart has become through later splits; 1 if there were no later splits. */
	laterSplitRatio: number;
}

interface ChartAlerts {
	/** The alerts on the ticker's price that haven't fired yet, on the chart's share basis. */
	lines: readonly DrawnLevel[];
	/** Sets an alert for when the price reaches a level of the chart; can be undone. */
	add: (level: Level) => Promise<void>;
	/** Moves the alert with this grip to another price of the chart; can be undone. */
	move: (grip: number, price: number) => Promise<void>;
}

/** Returns the reader's alerts on the price of the chart's ticker, and functions to set and move alerts. */
export function useChartAlerts({ id, ticker, laterSplitRatio }: ChartedTicker): ChartAlerts {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { queryKey } = alertsQuery(api);
	const { data } = useQuery(alertsQuery(api));
	const lines = useMemo(
		() =>
			(data?.items ?? []).flatMap(({ id: alertId, ticker_id, condition, state }): DrawnLevel[] => {
				if (ticker_id !== id || state !== 'waiting') return [];
				if (condition.kind === 'trend') {
					const line = { kind: 'trend', from: fromWirePoint(condition.from), to: fromWirePoint(condition.to) } as const;
					return [{ level: adjustForSplits(line, 1 / laterSplitRatio), label: words.alertShort, dashed: true }];
				}
				if (condition.kind !== 'price') return [];
				const price = condition.level * laterSplitRatio;
				return [{ level: { kind: 'line', price }, label: words.alertAt(formatPrice(price)), dashed: true, grip: alertId }];
			}),
		[data, id, laterSplitRatio],
	);
	const sendChange = async (request: Promise<unknown>): Promise<boolean> => {
		try {
			await request;
			await queryClient.invalidateQueries({ queryKey });
			return true;
		} catch (error) {
			snack.error(words.alertFailed, formatError(error));
			return false;
		}
	};
	/** Replaces an alert with one at another level. Resolves to the new alert; undefined if the request fails. */
	const replace = async (alert: TickerAlert, level: number): Promise<TickerAlert | undefined> => {
		const { ticker_id, repeat, cool_down, expires, note } = alert;
		const condition = { kind: 'price', level } as const;
		const request = api.inbox.addAlert({ body: { ticker_id, condition, repeat, cool_down, expires, note, replaces: alert.id } });
		return (await sendChange(request)) ? request : undefined;
	};
	return {
		lines,
		move: async (grip, price) => {
			const alert = data?.items.find((item) => item.id === grip);
			const level = adjustForSplits({ kind: 'line', price }, laterSplitRatio);
			if (alert?.condition.kind !== 'price' || level.kind !== 'line') return;
			const { level: previousLevel } = alert.condition;
			const offerUndo = snack.begin('success');
			const newAlert = await replace(alert, level.price);
			if (!newAlert) return;
			offerUndo(words.alertMoved, `${ticker}: ${conditionText(newAlert)}`, words.undo, () => void replace(newAlert, previousLevel));
		},
		add: async (chartLevel) => {
			const level = adjustForSplits(chartLevel, laterSplitRatio);
			const offerUndo = snack.begin('success');
			const condition =
				level.kind === 'line'
					? ({ kind: 'price', level: level.price } as const)
					: ({ kind: 'trend', from: toWirePoint(level.from), to: toWirePoint(level.to) } as const);
			const request = api.inbox.addAlert({ body: { ticker_id: id, condition } });
			if (!(await sendChange(request))) return;
			const alert = await request;
			offerUndo(words.alertSet, `${ticker}: ${conditionText(alert)}`, words.undo, () => {
				void sendChange(api.inbox.deleteAlert({ params: { id: alert.id }, body: {} }));
			});
		},
	};
}

function toWirePoint({ time, price }: LevelPoint) {
	return { time: isoSeconds(time * 1_000), price };
}

function fromWirePoint({ time, price }: { time: string; price: number }): LevelPoint {
	return { time: msOf(time) / 1_000, price };
}

function formatError(error: unknown): string {
	const problem = error instanceof ApiError ? error.problem : undefined;
	return problem?.errors[0]?.message || problem?.detail || words.failedNext;
}
