import type { Given } from '@sw/contract/define';
import type { Contract } from '@sw/contract/index';
import { SECTORS, type SectorKey } from '@sw/domain/signals/sector';
import { parseTimeframe, type Timeframe } from '@sw/domain/time/timeframe';
import type { TickerDetail } from '../../lib/api/types.ts';
import type { FilterSetting } from '../../lib/desk/filters.ts';
import { strategyTimeframes } from '../../lib/list-state/settings.ts';
import { type TickerSearch, type TickerState, tickerSearch } from '../../lib/list-state/ticker.ts';
import { queryReader, type Refusal } from '../../lib/query-reader.ts';
import { pick } from '../../lib/search-params.ts';

/** A single cell as a condition: the sector stands at least `value` rings deep on the timeframe. */
export interface Condition {
	sector: SectorKey;
	timeframe: Timeframe;
	value: number;
}

/** Whose past is measured, and which signals: those of the list (undefined), or those of one condition. */
export interface ValidationState {
	of: 'market' | 'ticker';
	condition: Condition | undefined;
}

const OWN_KEYS = ['of', 'condition'] as const;
export type ValidationSearch = TickerSearch & { [K in (typeof OWN_KEYS)[number]]?: string | string[] };

export const validationSearch = (search: Record<string, unknown>): ValidationSearch => ({
	...tickerSearch(search),
	...pick(search, OWN_KEYS),
});

const DEEPEST = 5;

/** 'price_short.one_hour.3' */
export const conditionText = ({ sector, timeframe, value }: Condition): string => `${sector}.${timeframe}.${value}`;

export const readCondition = (text: unknown): Condition | undefined => {
	const [key, frame, depth, ...rest] = String(text).split('.');
	const sector = SECTORS.find((one) => one.key === key)?.key;
	const timeframe = parseTimeframe(frame ?? '');
	const value = Number(depth);
	const sound = Number.isInteger(value) && value >= 1 && value <= DEEPEST && rest.length === 0;
	return sector && timeframe && sound ? { sector, timeframe, value } : undefined;
};

export const readValidationState = (search: ValidationSearch): { asked: ValidationState; refused: Refusal[] } => {
	const read = queryReader(search);
	const asked: ValidationState = {
		of: read.one('of', (value) => (value === 'market' || value === 'ticker' ? value : undefined), 'market'),
		condition: read.one<Condition | undefined>('condition', readCondition, undefined),
	};
	return { asked, refused: read.refused };
};

export const writeValidationState = ({ of, condition }: ValidationState) => ({
	...(of === 'ticker' ? { of } : {}),
	...(condition ? { condition: conditionText(condition) } : {}),
});

/** A list that takes every ticker asks nothing: it has no signals of its own. */
export const takesEverybody = ({ list }: TickerState): boolean =>
	list.tab === 'free' && list.filter === undefined && list.choice.marketcap.length === 0;

/** What is asked where the address names no condition: the list, or (in one that takes everybody) the cell that adds most to the rate. */
export const askedOf = (asked: ValidationState, state: TickerState, { why }: Pick<TickerDetail, 'why'>): ValidationState | undefined => {
	if (asked.condition || !takesEverybody(state)) return asked;
	const [most] = why;
	return most && { ...asked, condition: { sector: most.key, timeframe: most.timeframe, value: most.depth } };
};

export type SingleQuestion = Given<Contract['research']['validateSingle']>['body'];
export type MultipleQuestion = Given<Contract['research']['validateMultiple']>['body'];
export type Question = { kind: 'single'; body: SingleQuestion } | { kind: 'multiple'; body: MultipleQuestion };

/** The call that answers: of one condition, or of the list with its saved filter. */
export const questionOf = (
	id: number,
	{ list, rated }: TickerState,
	{ of, condition }: ValidationState,
	filter: Pick<FilterSetting, 'filters'> | undefined,
): Question => {
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
			...(list.choice.marketcap.length > 0 ? { marketcap: [...list.choice.marketcap] } : {}),
			...(rated.length > 0 ? { sector_types: [...rated] } : {}),
		},
	};
};
