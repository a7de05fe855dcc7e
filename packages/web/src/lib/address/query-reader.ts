import { fromDotted, type Scalar, valueAt } from './query-grammar.ts';

/** A value that isn't valid in the address. */
export interface InvalidValue {
	key: string;
	value: string;
	/** The reason, if known. */
	reason?: string;
}

export function readFlag(value: Scalar): boolean | undefined {
	return typeof value === 'boolean' ? value : undefined;
}

/** A whole number from `least` to `most`. */
export function readInteger(minimum: number, maximum: number) {
	return (value: Scalar): number | undefined =>
		typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum ? value : undefined;
}

/** One of a list of names. */
export function readOneOf<T extends string>(known: readonly T[]) {
	return (value: Scalar): T | undefined => known.find((one) => one === value);
}

/** An instant to the second, as in names of reports: '2026-06-30T15:45:00Z'. */
export function readInstant(value: Scalar): string | undefined {
	return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(value) && !Number.isNaN(Date.parse(value))
		? value
		: undefined;
}

export interface QueryReader {
	readonly refused: InvalidValue[];
	/** One value; the fallback if absent, and the fallback with a reported fault if unknown. */
	one<T>(key: string, read: (value: Scalar) => T | undefined, fallback: T): T;
	/** Some of the known names, each once, in their known order. */
	many<T extends string>(key: string, known: readonly T[]): readonly T[];
	/** The same, in the given order. */
	ordered<T extends string>(key: string, known: readonly T[]): readonly T[];
	flag(key: string): boolean;
}

/** Reads typed values from a query and collects each invalid one, so that the page can report it. */
export function queryReader(search: { readonly [key: string]: string | string[] | undefined }): QueryReader {
	const entries = Object.entries(search).filter((pair): pair is [string, string | string[]] => pair[1] !== undefined);
	const tree = fromDotted(Object.fromEntries(entries));
	const refused: InvalidValue[] = [];
	const refuse = (key: string): void => {
		refused.push({ key, value: String(search[key]) });
	};
	const one: QueryReader['one'] = (key, read, fallback) => {
		const value = valueAt(tree, key);
		if (value === undefined) return fallback;
		const known = typeof value === 'object' ? undefined : read(value);
		if (known === undefined) refuse(key);
		return known ?? fallback;
	};
	const ordered: QueryReader['ordered'] = (key, known) => {
		const wanted = [valueAt(tree, key) ?? []].flat();
		const found = wanted.flatMap((name) => known.find((other) => other === name) ?? []);
		const once = [...new Set(found)];
		if (once.length !== wanted.length) refuse(key);
		return once;
	};
	return {
		refused,
		ordered,
		one,
		many: (key, known) => {
			const wanted = [valueAt(tree, key) ?? []].flat();
			if (wanted.some((name) => !known.some((other) => other === name))) refuse(key);
			return known.filter((name) => wanted.includes(name));
		},
		flag: (key) => one(key, readFlag, false),
	};
}
