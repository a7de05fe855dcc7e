import type { RawSearch } from './search-params.ts';

/**
 * The grammar in which lists keep their state in the address: nested objects as dotted keys, lists separated by commas, empty values left out. {
 * tabType: 'free', filters: { marketcap: ['mega_cap', 'mid_cap'] } } <-> tabType=free&filters.marketcap=mega_cap,mid_cap
 */
export type Scalar = string | number | boolean;
export type Value = Scalar | readonly Scalar[];
export interface Tree {
	readonly [key: string]: Value | Tree | null | undefined;
}

/** Tree -> flat query. Empty texts, empty lists, null and undefined are dropped. */
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

/** Only numbers in canonical form: '01' and '1e3' stay text, and so are rejected. */
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/;

/** Flat query -> tree, the inverse for values written by `toDotted`. A repeated key is a list; a list of one is a single value. */
export function fromDotted(search: RawSearch): Tree {
	const own = new Map<string, Value>();
	const below = new Map<string, RawSearch>();
	for (const [key, text] of Object.entries(search)) {
		const dot = key.indexOf('.');
		const value = parsed(text);
		if (value === undefined) continue;
		if (dot < 0) own.set(key, value);
		else below.set(key.slice(0, dot), { ...below.get(key.slice(0, dot)), [key.slice(dot + 1)]: text });
	}
	return Object.fromEntries([...own, ...[...below].map(([key, rest]) => [key, fromDotted(rest)] as const)]);
}

function parsed(input: string | readonly string[]): Value | undefined {
	const pieces = [input].flat().flatMap((text) => text.split(','));
	const values = pieces.filter((piece) => piece !== '').map(scalar);
	return values.length === 0 ? undefined : pieces.length === 1 ? values[0] : values;
}

function scalar(text: string): Scalar {
	if (text === 'true' || text === 'false') return text === 'true';
	return NUMBER.test(text) ? Number(text) : text;
}

/** The value at a dotted key. */
export function valueAt(tree: Tree, key: string): Value | undefined {
	let at: Tree[string] = tree;
	for (const step of key.split('.')) at = isTree(at) && Object.hasOwn(at, step) ? at[step] : undefined;
	return at === null || isTree(at) ? undefined : at;
}
