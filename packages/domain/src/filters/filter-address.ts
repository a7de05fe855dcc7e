import { type FilterEntry, formatCondition, normalizeEntries, parseCondition } from './entries.ts';
import { FILTER_NAME_LENGTH } from './filter-name.ts';
import type { Conditions } from './groups.ts';

/** The filter in the address of a list, saved or not. Tab, timeframes and direction have their own keys in that address. */
export interface AddressedConditions {
	/** Empty: no name. */
	readonly name: string;
	readonly entries: readonly FilterEntry[];
	/** The groups as text (`formatGroups`), passed on without parsing; absent without groups. */
	readonly groups?: string;
}

/** Decoded query parameters of an address. If a key is repeated, its value is a list. */
export type AddressQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Query parameters that describe the filter. */
export const FILTER_KEYS = ['filter.version', 'filter.name', 'filter.conditions', 'filter.groups'] as const;

export function queryValues(query: AddressQuery, key: string): readonly string[] {
	return [query[key] ?? []].flat();
}

/** Writes no version if version 1 suffices, because readers assume version 1. */
export function writeFilterAddress({ name, entries, groups }: AddressedConditions): Record<string, string> {
	return {
		...(name === '' ? {} : { 'filter.name': name }),
		...(entries.length === 0 ? {} : { 'filter.conditions': entries.map(formatCondition).join(',') }),
		...(groups ? { 'filter.version': '2', 'filter.groups': groups } : {}),
	};
}

/** A cheap plausibility check; only the server parses groups completely. */
const GROUPS_PATTERN = /^(?:all|any|none)\(\P{C}+\)$/u;

/** Maximum number of characters to quote from an invalid part. */
const MAX_QUOTED_LENGTH = 60;

/** Reads the filter in an address, if any; otherwise explains what is wrong. A newer or invalid filter isn't read in part. */
export function readFilterAddress(query: AddressQuery): { unsaved?: AddressedConditions; error?: string } {
	if (FILTER_KEYS.every((key) => queryValues(query, key).join('') === '')) return {};
	const version = queryValues(query, 'filter.version').join();
	if (!/^(?:[1-9]\d{0,8})?$/.test(version)) return { error: 'The filter in this address has an invalid version; use a whole number.' };
	if (Number(version) > FILTER_DOCUMENT_VERSION) return { error: newerDocumentError(Number(version)) };
	const name = queryValues(query, 'filter.name').join(' ').trim();
	if (name.length > FILTER_NAME_LENGTH || name.includes('\0') || !name.isWellFormed())
		return {
			error: `The filter in this address has an invalid name; use plain text of at most ${FILTER_NAME_LENGTH} characters.`,
		};
	const texts = queryValues(query, 'filter.conditions').flatMap((list) => list.split(',').filter((text) => text !== ''));
	const entries: FilterEntry[] = [];
	for (const text of texts) {
		const entry = parseCondition(text);
		if (!entry) return { error: invalidConditionMessage(text) };
		entries.push(entry);
	}
	const groups = queryValues(query, 'filter.groups').join();
	if (groups && !GROUPS_PATTERN.test(groups)) return { error: invalidConditionMessage(groups) };
	return { unsaved: { name, entries: normalizeEntries(entries), ...(groups && { groups }) } };
}

/** Returns the message for an invalid condition or group of conditions. */
export function invalidConditionMessage(input: string): string {
	const text = input.slice(0, MAX_QUOTED_LENGTH);
	return `The filter in this address is invalid: “${text}” is not a condition like volume.one_hour.3.`;
}

/** Version of filter documents. Increase it when older versions of the product would misread a document. */
export const FILTER_DOCUMENT_VERSION = 2;

/** Returns the lowest version that can express these conditions: version 2 adds groups, with ranges, public information and industries. */
export function documentVersion({ groups = [] }: Pick<Conditions, 'groups'>): number {
	return groups.length === 0 ? 1 : 2;
}

export function newerDocumentError(version: number): string {
	return `This filter uses format version ${version}; the newest supported version is ${FILTER_DOCUMENT_VERSION}. Update this installation, or save the filter in that version.`;
}
