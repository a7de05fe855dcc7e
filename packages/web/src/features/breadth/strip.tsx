import type { Tab } from '@sw/domain/signals/sector';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { formatShare } from '../../lib/format/numbers.ts';
import { stateQuery } from './queries.ts';
import css from './strip.module.css';
import { stripWords as words } from './strip-words.ts';

/** The slice whose breadth says most about what a tab lists. */
const SLICE_OF = {
	extreme_rise: 'price_short',
	extreme_fall: 'price_long',
	free: 'volume',
	coiled_spring: 'squeeze',
} as const satisfies Record<Tab, string>;

/** How wide the move is, in one line above a list; it leads to the whole of it. Says nothing where nothing was counted. */
export const BreadthStrip = ({ tab }: { tab: Tab }) => {
	const { api } = useRouteContext({ from: '__root__' });
	const category = SLICE_OF[tab];
	const { data } = useQuery(stateQuery(api, { category, interval: 'one_hour', marketcap: 'all', type: 'stocks' }));
	if (!data) return null;
	const { share, usual } = data;
	return (
		<Link to="/breadth" search={category === 'price_short' ? {} : { key: data.key }} className={css['link'] ?? ''} preload={false}>
			{share === null ? words.nothing : words.said(formatShare(share), category, usual.mean === null ? undefined : formatShare(usual.mean))}
			<span aria-hidden="true"> ›</span>
		</Link>
	);
};
