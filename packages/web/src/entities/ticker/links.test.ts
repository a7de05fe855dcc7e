import { describe, expect, it } from 'vitest';
import { DEFAULT_STATE, withPage, withReport } from '../list-state/state.ts';
import { historyLink, homeLink, tickerLink, validationLink } from './links.ts';
import { createTickerState } from './ticker-state.ts';

const T1 = '2026-06-30T15:45:00Z';

describe('the way back from a ticker', () => {
	it('leads to the page of the list that it was opened from', () => {
		expect(homeLink(createTickerState(withPage(DEFAULT_STATE, 3)))).toEqual({ to: '/main', search: { page: '3' } });
		expect(homeLink(createTickerState(DEFAULT_STATE, { fromLanding: true }))).toEqual({ to: '/', search: {} });
		expect(homeLink(createTickerState(DEFAULT_STATE, { fromFavourites: true })).to).toBe('/favourites');
	});

	it('leads to the reports from a past one, and to the top tables from these', () => {
		expect(homeLink(createTickerState(withReport(DEFAULT_STATE, T1)))).toMatchObject({ to: '/reports/$report', params: { report: T1 } });
		expect(homeLink(createTickerState(withReport(DEFAULT_STATE, T1), { fromTop: true }))).toEqual({ to: '/top' });
	});
});

describe('the pages of a ticker', () => {
	it('keep its state in their addresses', () => {
		const state = createTickerState(withReport(DEFAULT_STATE, T1), { order: 12 });
		expect(tickerLink(7, state)).toEqual({ to: '/ticker/$id', params: { id: '7' }, search: { report: T1, order: '12' } });
		expect(historyLink(7, state, { to: '2026-06-02' }).search).toEqual({ report: T1, order: '12', to: '2026-06-02' });
		expect(validationLink(7, state, { of: 'ticker', condition: undefined }).search).toEqual({ report: T1, order: '12', of: 'ticker' });
	});
});
