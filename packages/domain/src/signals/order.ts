export type SortDirection = 'asc' | 'desc';

/** By UTF-16 code unit, ascending, independent of locale. */
export const compareTickers = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
