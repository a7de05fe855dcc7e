import { type FilterDocument, filterDocument, filterDocumentOf } from '@sw/contract/filter-document';
import { filterQuery, readFilterQuery } from '@sw/domain/filters/filter-query';
import { strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { misused } from '../shell/exit.ts';

export const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);

/** A document needs a name; an address has none. */
const UNNAMED = 'Unnamed';

/** The filter in a list's address, as a document. Throws a usage Failure that says what is wrong with it. */
export const filterAt = (address: string): FilterDocument => {
	const search = URL.canParse(address) ? new URL(address).searchParams : new URLSearchParams();
	const read = readFilterQuery(Object.fromEntries([...search.keys()].map((key) => [key, search.getAll(key)])));
	if ('fault' in read) throw misused(read.fault);
	const { tab, strategy, operation, name, entries } = read.filter;
	const timeframes = strategyNamed(strategy).slots.map((slot) => TIMEFRAMES[slot].name);
	return filterDocumentOf({ tab, timeframes, operation, name: name || UNNAMED, filters: [...entries] });
};

/** The address of the list with the document's filter; everything except its comment. */
export const addressOf = (server: string, document: FilterDocument): string => {
	const { tab, timeframes: strategy, operation = null, name, filters: entries } = filterDocument.parse(document);
	const query = new URLSearchParams(filterQuery({ tab, strategy, operation, name, entries }));
	return `${server}/main?${query.toString().replaceAll('%2C', ',')}`;
};
