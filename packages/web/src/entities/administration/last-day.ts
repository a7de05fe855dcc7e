/** Returns the last day (UTC, YYYY-MM-DD) of a licence, for forms. `iso`: the first instant without the licence. Null (no end) gives ''. */
export function lastDay(iso: string | null): string {
	return iso === null ? '' : new Date(Date.parse(iso) - 1).toISOString().slice(0, 10);
}

/** Returns the first instant after a day, or null for '': the inverse of `lastDay`. */
export function endOfDay(date: string): string | null {
	return date === '' ? null : new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString();
}
