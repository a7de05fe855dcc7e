import type { InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import type { FilterSetting } from '../../entities/filters/saved-filters.ts';
import { strategyTimeframes } from '../../entities/list-state/settings.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import type { ValidationState } from '../../entities/ticker/validation-state.ts';
import type { TickerDetail } from '../../lib/api/types.ts';

/** A list of every ticker is no question: it has no signals of its own. */
export function matchesEveryTicker({ list }: TickerState): boolean {
	return list.tab === 'free' && list.filter === undefined && list.choice.marketcap.length === 0;
}

/** The question if the address names no condition: the list, or (if it includes every ticker) the cell with the largest term of the rate. */
export function requestOf(question: ValidationState, state: TickerState, { why }: Pick<TickerDetail, 'why'>): ValidationState | undefined {
	if (question.condition || !matchesEveryTicker(state)) return question;
	const [strongest] = why;
	return strongest && { ...question, condition: { sector: strongest.key, timeframe: strongest.timeframe, value: strongest.depth } };
}

export type SingleQuestion = InputOf<Contract['research']['validateSingle']>['body'];
export type MultipleQuestion = InputOf<Contract['research']['validateMultiple']>['body'];
export type Question = { kind: 'single'; body: SingleQuestion } | { kind: 'multiple'; body: MultipleQuestion };

/** The call for the answer: of one condition, or of the list with its saved filter. */
export function questionOf(
	id: number,
	{ list, rated }: TickerState,
	{ of, condition }: ValidationState,
	filter: Pick<FilterSetting, 'id' | 'filters' | 'groups'> | undefined,
): Question {
	const place = {
		operation: list.operation,
		timeframes: strategyTimeframes(list),
		...(of === 'ticker' ? { ticker_id: id } : {}),
	};
	if (condition) return { kind: 'single', body: { ...place, tab: 'free', condition } };
	return {
		kind: 'multiple',
		body: {
			...place,
			tab: list.tab,
			filters: (filter?.filters ?? []).map(({ sector, timeframe, value }) => ({ sector, timeframe, value })),
			...(filter && filter.groups.length > 0 ? { groups: filter.groups } : {}),
			...(list.choice.marketcap.length > 0 ? { marketcap: [...list.choice.marketcap] } : {}),
			...(filter ? { filter: filter.id } : {}),
			...(rated.length > 0 ? { sector_types: [...rated] } : {}),
		},
	};
}
