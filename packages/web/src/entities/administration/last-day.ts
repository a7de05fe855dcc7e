/** The end is the first instant without the licence; the form shows the last day with it, '' if there is no end. */
export function lastDay(iso: string | null): string {
	return iso === null ? '' : new Date(Date.parse(iso) - 1).toISOString().slice(0, 10);
}

/** The inverse of `lastDay`. */
export function endOfDay(date: string): string | null {
	return date === '' ? null : new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString();
}
