import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import type { ListState } from '../../entities/list-state/state.ts';
import { choiceWords } from '../../entities/list-state/words.ts';
import { watchlistsQuery } from '../../entities/watchlists/watchlists-query.ts';
import field from '../../ui/form.module.css';
import panel from '../../ui/panel.module.css';
import { words } from './words.ts';

interface Props {
	state: ListState;
	go: (state: ListState) => void;
}

/** Narrows the list to the tickers of a watchlist. */
export function WatchlistChoice({ state, go }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery(watchlistsQuery(api));
	const items = data?.items ?? [];
	if (data && items.length === 0)
		return (
			<p>
				<Link to="/watchlists" search={{}} className={panel['inline']}>
					{words.createWatchlist}
				</Link>
			</p>
		);
	return (
		<label className={field['field']}>
			{choiceWords.watchlist}
			<select
				className={field['input']}
				value={state.watchlist ?? ''}
				disabled={!data}
				onChange={({ currentTarget: { value } }) => go({ ...state, watchlist: value === '' ? undefined : Number(value), page: 1 })}
			>
				<option value="">{words.anyTicker}</option>
				{items.map(({ id, name }) => (
					<option key={id} value={id}>
						{name}
					</option>
				))}
			</select>
		</label>
	);
}
