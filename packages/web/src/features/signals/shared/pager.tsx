import { type ListHome, listLink } from '../../../entities/list-state/link.ts';
import { type ListState, withPage } from '../../../entities/list-state/state.ts';
import { PageSteps } from '../../../ui/controls/page-steps.tsx';
import type { ListPage } from './list-page.ts';
import { publicWords, words } from './words.ts';

interface Props {
	home: ListHome;
	state: ListState;
	page: ListPage<unknown>;
	/** The list has more tickers than pages can show. */
	partly?: boolean;
}

export function Pager({ home, state, page, partly = false }: Props) {
	const link = (to: number | undefined) => (to === undefined ? undefined : listLink(home, withPage(state, to)));
	return (
		<PageSteps
			label={words.pagerLabel}
			text={(partly ? publicWords : words).pageOf(page.from, page.to, page.total)}
			previous={link(page.previous)}
			next={link(page.next)}
		/>
	);
}
