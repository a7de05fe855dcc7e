import type { Tab } from '@sw/domain/signals/sector';
import { readSessionItem, writeSessionItem } from '../../lib/storage/session-storage.ts';
import type { ListState } from './state.ts';

type Numbers = Readonly<Record<string, number>>;

const isWhole = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 1;

/** Numbers by name; other values are dropped. */
const numbersIn = (value: unknown): Numbers =>
	Object.fromEntries(Object.entries(typeof value === 'object' && value !== null ? value : {}).filter((pair) => isWhole(pair[1])));

const change = (key: 'selectFilterSettings' | 'pagesFilterSettings', name: string, value: number | undefined): void => {
	const { [name]: _, ...others } = numbersIn(readSessionItem(key));
	writeSessionItem(key, value === undefined ? others : { ...others, [name]: value });
};

/** The filter last chosen in a tab in this browser session; undefined after it was cleared. */
export const filterChosen = (tab: Tab): number | undefined => numbersIn(readSessionItem('selectFilterSettings'))[tab];

export const rememberFilter = ({ tab, filter }: Pick<ListState, 'tab' | 'filter'>): void => change('selectFilterSettings', tab, filter);

/** The page on which a filter's list was left; it reopens there when the filter is chosen again. */
export const pageOfFilter = (filter: number): number => numbersIn(readSessionItem('pagesFilterSettings'))[String(filter)] ?? 1;

export const rememberPage = ({ filter, page }: Pick<ListState, 'filter' | 'page'>): void => {
	if (filter !== undefined) change('pagesFilterSettings', String(filter), page > 1 ? page : undefined);
};
