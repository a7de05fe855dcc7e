import { type FilterDocument, filterDocument, filterDocumentOf } from '@sw/contract/filters/filter-document';
import { FILTER_DOCUMENT_VERSION, newerDocumentError } from '@sw/domain/filters/document-version';
import { filterQuery, readFilterQuery } from '@sw/domain/filters/filter-query';
import { presentGroups } from '@sw/domain/filters/groups';
import { strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { usageFailure } from '../shell/exit.ts';

export function isAddress(text: string): boolean {
	return /^https?:\/\//i.test(text);
}

/** A document needs a name; an address has none. */
const UNNAMED = 'Unnamed';

/** The filter in a list's address, as a document. Throws a usage Failure that says what is wrong with it. */
export function filterAt(address: string): FilterDocument {
	const search = URL.canParse(address) ? new URL(address).searchParams : new URLSearchParams();
	const read = readFilterQuery(Object.fromEntries([...search.keys()].map((key) => [key, search.getAll(key)])));
	if ('fault' in read) throw usageFailure(read.fault);
	const { tab, strategy, operation, name, entries, groups } = read.filter;
	const timeframes = strategyNamed(strategy).slots.map((slot) => TIMEFRAMES[slot].name);
	return filterDocumentOf({ tab, timeframes, operation, name: name || UNNAMED, filters: [...entries], groups: presentGroups(groups) });
}

/** The address of the list with the document's filter; everything except its comment. */
export function addressOf(server: string, document: FilterDocument): string {
	const { tab, timeframes: strategy, operation = null, name, filters: entries, groups } = filterDocument.parse(document);
	const query = new URLSearchParams(filterQuery({ tab, strategy, operation, name, entries, groups }));
	return `${server}/main?${query.toString().replaceAll('%2C', ',').replaceAll('%28', '(').replaceAll('%29', ')')}`;
}

/** Parses the document in a file. Throws a usage Failure that names the invalid fields, or says that the document's version is too new. */
export function filterOf(text: string, file: string): FilterDocument {
	const document = parsed(text, file);
	const version: unknown = (document as { version?: unknown } | null)?.version;
	// Check the version first: a newer document may have fields that this version does not know.
	if (typeof version === 'number' && version > FILTER_DOCUMENT_VERSION) throw usageFailure(newerDocumentError(version));
	const { error } = filterDocument.safeParse(document);
	if (error)
		throw usageFailure(
			`${file} isn't a valid filter:\n${error.issues.map(({ path, message }) => `${path.join('.') || 'document'}: ${message}`).join('\n')}`,
		);
	return document as FilterDocument;
}

function parsed(text: string, file: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw usageFailure(`${file} isn't valid JSON.`);
	}
}
