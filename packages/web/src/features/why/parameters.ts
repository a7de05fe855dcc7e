import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { queryOptions } from '@tanstack/react-query';
import type { ListState } from '../../entities/list-state/state.ts';
import type { Api } from '../../lib/api/client.ts';
import { oncePerSession } from '../../lib/storage/session-storage.ts';
import { whyWords as words } from './words.ts';

export type Weights = AnswerOf<Contract['signals']['parametersWeights']>;
export type Windows = AnswerOf<Contract['signals']['parametersWindow']>;

/** The weights of every rate. */
export function weightsQuery(api: Api) {
	return queryOptions({
		queryKey: ['parameters', 'weights'],
		queryFn: () =>
			oncePerSession(
				'weightSettings',
				() => api.signals.parametersWeights(),
				(value): value is Weights => holds<Weights>(value, 'rings'),
			),
		staleTime: Number.POSITIVE_INFINITY,
	});
}

function holds<T extends object>(value: unknown, key: keyof T & string): value is T {
	return typeof value === 'object' && value !== null && key in value && Array.isArray((value as Record<string, unknown>)[key]);
}

/** The amount of history that each timeframe is measured against. */
export function windowsQuery(api: Api) {
	return queryOptions({
		queryKey: ['parameters', 'window'],
		queryFn: () =>
			oncePerSession(
				'parametersSearchSignal',
				() => api.signals.parametersWindow(),
				(value): value is Windows => holds<Windows>(value, 'items'),
			),
		staleTime: Number.POSITIVE_INFINITY,
	});
}

/** The strategy's weights and the levels in one sentence. */
export function weightsLine({ slots, rings }: Weights, { strategy }: Pick<ListState, 'strategy'>): string {
	const weighed = strategyNamed(strategy).slots.map((slot, i) => `${TIMEFRAMES[slot].label} × ${slots[i] ?? 1}`);
	return words.weights(weighed.join(', '), rings.join(', '));
}

/** The amount of history the active timeframe is measured against; undefined if it isn't measured. */
export function windowLine({ items }: Windows, { timeframe }: Pick<ListState, 'timeframe'>): string | undefined {
	const found = items.find((one) => one.timeframe === timeframe);
	return found && words.window(found.label, found.sessions);
}
