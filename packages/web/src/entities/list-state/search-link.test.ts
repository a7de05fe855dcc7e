import { expect, it } from 'vitest';
import { listLink } from './search.ts';
import { DEFAULT_STATE, withPage, withReport } from './state.ts';

const T1 = '2026-06-30T15:45:00Z';
const past = withPage(withReport(DEFAULT_STATE, T1), 3);

it('puts the report into the path on the pages of reports, and into the query everywhere else', () => {
	expect(listLink('/reports', past)).toEqual({ to: '/reports/$report', params: { report: T1 }, search: { page: '3' } });
	for (const home of ['/', '/main', '/favourites'] as const)
		expect(listLink(home, past)).toEqual({ to: home, search: { report: T1, page: '3' } });
});

it('has no report in it where the list shows the newest', () => {
	for (const home of ['/', '/main', '/favourites', '/reports'] as const)
		expect(listLink(home, withPage(DEFAULT_STATE, 3))).toEqual({ to: home, search: { page: '3' } });
});
