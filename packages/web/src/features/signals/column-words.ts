import type { SortColumn, TableColumn } from '@sw/domain/reports/list-columns';

/** Columns that are not called by their key. */
const CALLED: Partial<Record<SortColumn | TableColumn, string>> = { name: 'company', options: 'calls − puts', sparkline: 'session' };

/** Heads of a table's columns, and what orders a list in words. */
export const columnWord = (column: SortColumn | TableColumn): string => CALLED[column] ?? column;
