/** The query of a URL, not yet validated. Each page reads its own keys and validates their values. */
export type RawSearch = Record<string, string | string[]>;

/** Parses a query: '?tabType=free&utm_source=x' -> { tabType: 'free', utm_source: 'x' }. A repeated key becomes a list. */
export function parseSearch(text: string): RawSearch {
	const params = new Map<string, string | string[]>();
	for (const [key, value] of new URLSearchParams(text)) {
		const previous = params.get(key);
		params.set(key, previous === undefined ? value : [...(Array.isArray(previous) ? previous : [previous]), value]);
	}
	return Object.fromEntries(params);
}

/** Writes a query: the inverse of `parseSearch`. Undefined values are left out, and commas are not encoded. '' if nothing remains. */
export function stringifySearch(search: Record<string, unknown>): string {
	const params = new URLSearchParams();
	for (const [key, value] of Object.entries(search)) {
		for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) params.append(key, String(one));
	}
	return params.size > 0 ? `?${params.toString().replaceAll('%2C', ',')}` : '';
}

/** Returns these keys of a query with their values. All other keys are left out. */
export function pickKeys<K extends string>(search: Record<string, unknown>, keys: readonly K[]): { [P in K]?: string | string[] } {
	const picked: { [P in K]?: string | string[] } = {};
	for (const key of keys) {
		const value = search[key];
		if (typeof value === 'string' || Array.isArray(value)) picked[key] = value;
	}
	return picked;
}

/** Returns these keys of a query with one text each. Of a repeated key, the first text is used. */
export function pickTexts<K extends string>(search: Record<string, unknown>, keys: readonly K[]): { [P in K]?: string } {
	const texts: { [P in K]?: string } = {};
	for (const [key, value] of Object.entries(pickKeys(search, keys)) as [K, string | string[]][]) {
		const first = Array.isArray(value) ? value[0] : value;
		if (first !== undefined) texts[key] = first;
	}
	return texts;
}
