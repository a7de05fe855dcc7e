import { TABLE_COLUMNS } from '@sw/domain/reports/list/list-columns';
import { expect, it } from 'vitest';
import { withLayout } from './choices.ts';
import { DEFAULT_COLUMNS, DEFAULT_STATE, withPage } from './state.ts';

const far = withPage({ ...DEFAULT_STATE, columns: ['price'] }, 4);

it('another layout begins at the first page', () => {
	expect(withLayout(far, { view: 'table' })).toEqual({ ...far, view: 'table', page: 1 });
	expect(withLayout(far, { rows: 100 })).toEqual({ ...far, rows: 100, page: 1 });
});

it('a table has the columns that were chosen, be it one, and the usual ones when none is left', () => {
	expect(withLayout(far, { columns: ['price'] }).columns).toEqual(['price']);
	expect(withLayout(far, { columns: ['price', 'cap'] }).columns).toEqual(['price', 'cap']);
	expect(withLayout(far, { columns: [] }).columns).toBe(DEFAULT_COLUMNS);
	expect(TABLE_COLUMNS.filter((column) => !DEFAULT_COLUMNS.includes(column))).toEqual(['move', 'dollars', 'filing']);
	expect(DEFAULT_STATE.rows).toBe(25);
});
