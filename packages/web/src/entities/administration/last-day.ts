/** The last day (UTC, YYYY-MM-DD) of a licence, for forms. `iso` is the first instant without the licence; null (no end) gives ''. */
export function lastDay(iso: string | null): string {
	return iso === null ? '' : new Date(Date.parse(iso) - 1).toISOString().slice(0, 10);
}

/** The inverse of `lastDay`: the first instant after a day, or null for ''. */
export function endOfDay(date: string): string | null {
	return date === '' ? null : new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString();
}
