import { expect, it } from 'vitest';
import { filterParameters, pageParameters, readTable, type TableRules, writeTable } from './table-state.ts';

const RULES: TableRules<'email' | 'created', 'q' | 'role'> = {
	page: 'users',
	sortable: ['email', 'created'],
	sortBy: 'created',
	sortDir: 'desc',
	filters: { q: 'text', role: ['user', 'admin'] },
};

it('reads a table from the address and writes it back without its defaults', () => {
	expect(readTable(RULES, {})).toEqual({ sortBy: 'created', sortDir: 'desc', page: 1, filters: { q: '', role: '' } });
	const search = { q: 'ann', role: 'admin', sort_by: 'email', sort_dir: 'asc', page: '3' };
	const state = readTable(RULES, search);
	expect(state).toEqual({ sortBy: 'email', sortDir: 'asc', page: 3, filters: { q: 'ann', role: 'admin' } });
	expect(writeTable(RULES, state)).toEqual(search);
	expect(writeTable(RULES, readTable(RULES, {}))).toEqual({});
	expect(pageParameters(state)).toEqual({ skip: 40, max: 20 });
	expect(filterParameters(readTable(RULES, { q: 'ann' }))).toEqual({ q: 'ann' });
});

it('takes the default for what an address may not say', () => {
	const state = readTable(RULES, { q: 'x'.repeat(300), role: 'king', sort_by: 'password', sort_dir: 'up', page: '0', else: '1' });
	expect(state).toEqual({ sortBy: 'created', sortDir: 'desc', page: 1, filters: { q: 'x'.repeat(200), role: '' } });
});

it('takes dates that are dates, and keeps what says which part of a page it is', () => {
	const rules: TableRules<'time', 'from'> = {
		page: 'data',
		sortable: [],
		sortBy: 'time',
		sortDir: 'desc',
		filters: { from: 'date' },
		extraSearch: { view: 'ledger' },
	};
	expect(writeTable(rules, readTable(rules, { from: '2026-06-01' }))).toEqual({ view: 'ledger', from: '2026-06-01' });
	expect(writeTable(rules, readTable(rules, { from: '1.6.2026', view: 'else' }))).toEqual({ view: 'ledger' });
});
