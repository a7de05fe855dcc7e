/** A URL's query, unvalidated: pages read their own keys from it and validate the values. */
export type RawSearch = Record<string, string | string[]>;

/** '?tabType=free&utm_source=x' -> { tabType: 'free', utm_source: 'x' }; a repeated key becomes a list. */
export function parseSearch(text: string): RawSearch {
	const found = new Map<string, string | string[]>();
	for (const [key, value] of new URLSearchParams(text)) {
		const before = found.get(key);
		found.set(key, before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]);
	}
	return Object.fromEntries(found);
}

/** The inverse; undefined values are left out, commas are not encoded. Empty if nothing is left. */
export function stringifySearch(search: Record<string, unknown>): string {
	const params = new URLSearchParams();
	for (const [key, value] of Object.entries(search)) {
		for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) params.append(key, String(one));
	}
	return params.size > 0 ? `?${params.toString().replaceAll('%2C', ',')}` : '';
}

/** The named keys of a query, unchanged; other keys aren't used by this page. */
export function pickKeys<K extends string>(search: Record<string, unknown>, keys: readonly K[]): { [P in K]?: string | string[] } {
	const picked: { [P in K]?: string | string[] } = {};
	for (const key of keys) {
		const value = search[key];
		if (typeof value === 'string' || Array.isArray(value)) picked[key] = value;
	}
	return picked;
}

/** The named keys with a single text value; of a repeated key, the first. */
export function text<K extends string>(search: Record<string, unknown>, keys: readonly K[]): { [P in K]?: string } {
	const found: { [P in K]?: string } = {};
	for (const [key, value] of Object.entries(pickKeys(search, keys)) as [K, string | string[]][]) {
		const first = Array.isArray(value) ? value[0] : value;
		if (first !== undefined) found[key] = first;
	}
	return found;
}
