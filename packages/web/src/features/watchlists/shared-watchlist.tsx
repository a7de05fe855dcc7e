import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import panel from '../../ui/panel.module.css';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import { Entries } from './entries.tsx';
import { sharedWatchlistQuery } from './queries.ts';
import { WatchlistForm } from './watchlist-form.tsx';
import css from './watchlists.module.css';
import { words } from './words.ts';

/** The read-only copy of a watchlist that another user shares. */
export function SharedWatchlist({ token }: { token: string }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError } = useQuery(sharedWatchlistQuery(api, token));
	return (
		<div className={css['page']}>
			<p>
				<Link to="/watchlists" search={{}} className={panel['inline']}>
					{words.back}
				</Link>
			</p>
			{data ? (
				<>
					<section className={panel['panel']} aria-labelledby="watchlist">
						<h2 id="watchlist" className={panel['title']}>
							{words.sharedCopy(data.name)}
						</h2>
						<p className={css['note']}>{words.tickers(data.entries.length)}</p>
						<Entries entries={data.entries} />
					</section>
					<section className={panel['panel']} aria-labelledby="watchlist-copy">
						<h2 id="watchlist-copy" className={panel['title']}>
							{words.keepCopy}
						</h2>
						<WatchlistForm copy={token} title={data.name} />
					</section>
				</>
			) : isError ? (
				<StateBox title={words.sharedFailed} detail={words.sharedFailedNext} />
			) : (
				<p aria-busy="true">{common.loading}</p>
			)}
		</div>
	);
}
