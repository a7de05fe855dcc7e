export type SortDirection = 'asc' | 'desc';

/** Compares by UTF-16 code unit, ascending, independent of locale. */
export function compareTickers(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
