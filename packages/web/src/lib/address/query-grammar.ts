import type { RawSearch } from './search-params.ts';

/*
 * The format in which pages store their state in the URL: nested objects as dotted keys, lists separated by commas, empty values left out.
 * { tabType: 'free', filters: { marketcap: ['mega_cap', 'mid_cap'] } } <-> tabType=free&filters.marketcap=mega_cap,mid_cap
 */

export type Scalar = string | number | boolean;
export type Value = Scalar | readonly Scalar[];
export interface Tree {
	readonly [key: string]: Value | Tree | null | undefined;
}

/** Converts a tree to a flat query. Empty texts, empty lists, null and undefined are dropped. */
export function toDotted(tree: Tree, prefix = ''): Record<string, string> {
	return Object.fromEntries(
		Object.entries(tree).flatMap(([key, value]) => {
			if (isTree(value)) return Object.entries(toDotted(value, `${prefix}${key}.`));
			const text = isList(value) ? value.filter((one) => one !== '').join(',') : String(value ?? '');
			return text === '' ? [] : [[`${prefix}${key}`, text]];
		}),
	);
}

function isList(value: Tree[string]): value is readonly Scalar[] {
	return Array.isArray(value);
}

function isTree(value: Tree[string]): value is Tree {
	return typeof value === 'object' && value !== null && !isList(value);
}

/** Numbers in canonical form. '01' and '1e3' stay text, so numeric parameters refuse them. */
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/;

/** Converts a flat query to a tree: the inverse of `toDotted`. A repeated key becomes a list, a list of one value becomes the value. */
export function fromDotted(search: RawSearch): Tree {
	const leaves = new Map<string, Value>();
	const subtrees = new Map<string, RawSearch>();
	for (const [key, text] of Object.entries(search)) {
		const dot = key.indexOf('.');
		const value = parseValue(text);
		if (value === undefined) continue;
		if (dot < 0) leaves.set(key, value);
		else subtrees.set(key.slice(0, dot), { ...subtrees.get(key.slice(0, dot)), [key.slice(dot + 1)]: text });
	}
	return Object.fromEntries([...leaves, ...[...subtrees].map(([key, subSearch]) => [key, fromDotted(subSearch)] as const)]);
}

function parseValue(input: string | readonly string[]): Value | undefined {
	const pieces = [input].flat().flatMap((text) => text.split(','));
	const values = pieces.filter((piece) => piece !== '').map(parseScalar);
	return values.length === 0 ? undefined : pieces.length === 1 ? values[0] : values;
}

function parseScalar(text: string): Scalar {
	if (text === 'true' || text === 'false') return text === 'true';
	return NUMBER.test(text) ? Number(text) : text;
}

/** Returns the value at a dotted key. */
export function valueAt(tree: Tree, key: string): Value | undefined {
	let node: Tree[string] = tree;
	for (const step of key.split('.')) node = isTree(node) && Object.hasOwn(node, step) ? node[step] : undefined;
	return node === null || isTree(node) ? undefined : node;
}

/** An invalid value in the URL. */
export interface InvalidValue {
	key: string;
	value: string;
	/** The reason, if known. */
	reason?: string;
}

function readFlag(value: Scalar): boolean | undefined {
	return typeof value === 'boolean' ? value : undefined;
}

/** Reads a whole number from `minimum` to `maximum`, both inclusive. */
export function readInteger(minimum: number, maximum: number) {
	return (value: Scalar): number | undefined =>
		typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum ? value : undefined;
}

/** Reads one of a list of names. */
export function readOneOf<T extends string>(options: readonly T[]) {
	return (value: Scalar): T | undefined => options.find((one) => one === value);
}

/** Reads an instant to the second, the form in which URLs name reports: '2026-06-30T15:45:00Z'. */
export function readInstant(value: Scalar): string | undefined {
	return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(value) && !Number.isNaN(Date.parse(value))
		? value
		: undefined;
}

interface QueryReader {
	/** The invalid values that were read so far. */
	readonly invalid: InvalidValue[];
	/** Reads one value. Returns the fallback if the value is absent or invalid, and adds an invalid value to `invalid`. */
	one<T>(key: string, read: (value: Scalar) => T | undefined, fallback: T): T;
	/** Reads distinct known names and sorts them as in `options`. */
	many<T extends string>(key: string, options: readonly T[]): readonly T[];
	/** Reads distinct known names in the sequence of the query. */
	ordered<T extends string>(key: string, options: readonly T[]): readonly T[];
	flag(key: string): boolean;
}

/** Creates a reader of typed query values. The reader collects invalid values, so that the page can show them. */
export function createQueryReader(search: { readonly [key: string]: string | string[] | undefined }): QueryReader {
	const entries = Object.entries(search).filter((pair): pair is [string, string | string[]] => pair[1] !== undefined);
	const tree = fromDotted(Object.fromEntries(entries));
	const invalidValues: InvalidValue[] = [];
	const addInvalid = (key: string): void => {
		invalidValues.push({ key, value: String(search[key]) });
	};
	const readOne: QueryReader['one'] = (key, read, fallback) => {
		const value = valueAt(tree, key);
		if (value === undefined) return fallback;
		const parsed = typeof value === 'object' ? undefined : read(value);
		if (parsed === undefined) addInvalid(key);
		return parsed ?? fallback;
	};
	const readOrdered: QueryReader['ordered'] = (key, options) => {
		const names = [valueAt(tree, key) ?? []].flat();
		const validNames = names.flatMap((name) => options.find((other) => other === name) ?? []);
		const distinctNames = [...new Set(validNames)];
		if (distinctNames.length !== names.length) addInvalid(key);
		return distinctNames;
	};
	return {
		invalid: invalidValues,
		ordered: readOrdered,
		one: readOne,
		many: (key, options) => {
			const names = [valueAt(tree, key) ?? []].flat();
			if (names.some((name) => !options.some((other) => other === name))) addInvalid(key);
			return options.filter((name) => names.includes(name));
		},
		flag: (key) => readOne(key, readFlag, false),
	};
}
