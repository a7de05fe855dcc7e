import { OPERATIONS, TABS } from '../signals/sector.ts';
import { STRATEGIES } from '../time/timeframe.ts';
import { conditionText, readCondition } from './condition-text.ts';
import { FILTER_DOCUMENT_VERSION, newerDocument } from './document-version.ts';
import { type FilterEntry, tidyEntries } from './entries.ts';
import type { FilterContent } from './filter.ts';
import { FILTER_NAME_LENGTH } from './filter-name.ts';

/** A filter that stands in the address of a list, saved or not. Its tab, timeframes and direction are the list's own. */
export interface AskedFilter {
	/** Empty where nobody has named it. */
	readonly name: string;
	readonly entries: readonly FilterEntry[];
}

/** What an address holds under each key, decoded; a repeated key is a list. */
export type AddressQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Keys of an address that hold the filter itself. */
export const FILTER_KEYS = ['filter.version', 'filter.name', 'filter.conditions'] as const;

const textsAt = (query: AddressQuery, key: string): readonly string[] => [query[key] ?? []].flat();

/** Without the version, which is the first as in a document that names none. */
export const writeAsked = ({ name, entries }: AskedFilter): Record<string, string> => ({
	...(name === '' ? {} : { 'filter.name': name }),
	...(entries.length === 0 ? {} : { 'filter.conditions': entries.map(conditionText).join(',') }),
});

/** The filter of an address, none where it has none; what is wrong with it as a sentence. A newer or a broken one is never read in part. */
export const readAsked = (query: AddressQuery): { asked?: AskedFilter; fault?: string } => {
	if (FILTER_KEYS.every((key) => textsAt(query, key).join('') === '')) return {};
	const version = textsAt(query, 'filter.version').join();
	if (!/^(?:[1-9]\d{0,8})?$/.test(version)) return { fault: `The filter of this address has no version that can be read: '${version.slice(0, 20)}'.` };
	if (Number(version) > FILTER_DOCUMENT_VERSION) return { fault: newerDocument(Number(version)) };
	const name = textsAt(query, 'filter.name').join(' ').trim();
	if (name.length > FILTER_NAME_LENGTH || name.includes('\0') || !name.isWellFormed())
		return {
			fault: `The filter of this address has no name that can be read: it is plain text of at most ${FILTER_NAME_LENGTH} characters.`,
		};
	const entries: FilterEntry[] = [];
	for (const text of textsAt(query, 'filter.conditions').flatMap((list) => list.split(','))) {
		const entry = readCondition(text);
		if (entry) entries.push(entry);
		else if (text !== '')
			return { fault: `The filter of this address is broken: '${text.slice(0, 100)}' is no condition, such as volume.one_hour.3.` };
	}
	return { asked: { name, entries: tidyEntries(entries) } };
};

/** A filter as its address holds it. What its owner notes beside it stays with the owner. */
export type AddressedFilter = Omit<FilterContent, 'comment'>;

/** The query of the address at which the list of a filter opens. */
export const filterQuery = ({ tab, strategy, operation, name, entries }: AddressedFilter): Record<string, string> => ({
	tabType: tab,
	strategyTimeframe: strategy,
	...(operation ? { operation } : {}),
	...writeAsked({ name, entries: tidyEntries(entries) }),
});

/** The filter of such a query; a sentence where it holds none that can be read. */
export const readFilterQuery = (query: AddressQuery): { filter: AddressedFilter } | { fault: string } => {
	const { asked, fault } = readAsked(query);
	if (!asked) return { fault: fault ?? 'This address holds no filter.' };
	const one = <T extends string>(key: string, known: readonly T[], fallback: T | null): T | null | undefined => {
		const text = textsAt(query, key).join();
		return text === '' ? fallback : known.find((name) => name === text);
	};
	const names = <T extends string>(list: readonly { name: T }[]): T[] => list.map(({ name }) => name);
	const tab = one('tabType', names(TABS), TABS[0].name);
	const strategy = one('strategyTimeframe', names(STRATEGIES), STRATEGIES[0].name);
	const operation = one('operation', OPERATIONS, null);
	if (!tab || !strategy || operation === undefined)
		return { fault: `This address holds ${!tab ? 'a tab' : !strategy ? 'timeframes' : 'a direction'} that nobody here knows.` };
	return { filter: { tab, strategy, operation, ...asked } };
};
