import type { Tab } from '@sw/domain/signals/sector';
import { readSessionItem, writeSessionItem } from '../../lib/storage/session-storage.ts';
import type { ListState } from './state.ts';

type Numbers = Readonly<Record<string, number>>;

/** The filter last chosen in a tab in this browser session; undefined after it was cleared. */
export function filterChosen(tab: Tab): number | undefined {
	return numbersIn(readSessionItem('selectFilterSettings'))[tab];
}

/** Numbers by name; other values are dropped. */
function numbersIn(value: unknown): Numbers {
	return Object.fromEntries(Object.entries(typeof value === 'object' && value !== null ? value : {}).filter((pair) => isWhole(pair[1])));
}

function isWhole(value: unknown): value is number {
	return Number.isInteger(value) && (value as number) >= 1;
}

export function rememberFilter({ tab, filter }: Pick<ListState, 'tab' | 'filter'>): void {
	change('selectFilterSettings', tab, filter);
}

function change(key: 'selectFilterSettings' | 'pagesFilterSettings', name: string, value: number | undefined): void {
	const { [name]: _, ...others } = numbersIn(readSessionItem(key));
	writeSessionItem(key, value === undefined ? others : { ...others, [name]: value });
}

/** The page on which a filter's list was left; it reopens there when the filter is chosen again. */
export function pageOfFilter(filter: number): number {
	return numbersIn(readSessionItem('pagesFilterSettings'))[String(filter)] ?? 1;
}

export function rememberPage({ filter, page }: Pick<ListState, 'filter' | 'page'>): void {
	if (filter !== undefined) change('pagesFilterSettings', String(filter), page > 1 ? page : undefined);
}
