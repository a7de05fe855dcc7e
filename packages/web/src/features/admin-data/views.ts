import { type AdminSearch, adminLink } from '../../entities/administration/links.ts';

/** The sections of the page. Default: the first. */
export const VIEWS = ['gaps', 'history', 'splits', 'quarantine', 'tickers', 'ledger', 'import', 'holidays'] as const;
export type View = (typeof VIEWS)[number];

export function viewOf(search: AdminSearch): View {
	return VIEWS.find((view) => view === search['view']) ?? VIEWS[0];
}

export function viewLink(view: View, besides: AdminSearch = {}) {
	return adminLink('data', { ...(view === VIEWS[0] ? {} : { view }), ...besides });
}
