import { formatCondition, parseCondition } from '@sw/domain/filters/entries';
import type { SectorKey } from '@sw/domain/signals/sector';
import type { Timeframe } from '@sw/domain/time/timeframe';
import { createQueryReader, type InvalidValue } from '../../lib/address/query-grammar.ts';
import { pickKeys } from '../../lib/address/search-params.ts';
import { pickTickerSearch, type TickerSearch } from './ticker-state.ts';

/** A condition on one cell: on this timeframe, the sector has at least this depth. */
export interface Condition {
	sector: SectorKey;
	timeframe: Timeframe;
	value: number;
}

/** `of`: whose past is measured. `condition`: the signals to look after; undefined stands for the list's own signals. */
export interface ValidationState {
	of: 'market' | 'ticker';
	condition: Condition | undefined;
}

const OWN_KEYS = ['of', 'condition'] as const;
export type ValidationSearch = TickerSearch & { [K in (typeof OWN_KEYS)[number]]?: string | string[] };

export function pickValidationSearch(search: Record<string, unknown>): ValidationSearch {
	return {
		...pickTickerSearch(search),
		...pickKeys(search, OWN_KEYS),
	};
}

export function readValidationState(search: ValidationSearch): { validation: ValidationState; refused: InvalidValue[] } {
	const reader = createQueryReader(search);
	const validation: ValidationState = {
		of: reader.one('of', (value) => (value === 'market' || value === 'ticker' ? value : undefined), 'market'),
		condition: reader.one<Condition | undefined>('condition', (value) => parseCondition(String(value)), undefined),
	};
	return { validation, refused: reader.invalid };
}

export function writeValidationState({ of, condition }: ValidationState) {
	return {
		...(of === 'ticker' ? { of } : {}),
		...(condition ? { condition: formatCondition(condition) } : {}),
	};
}
