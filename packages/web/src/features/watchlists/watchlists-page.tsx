import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type Watchlists, watchlistsQuery } from '../../entities/watchlists/watchlists-query.ts';
import panel from '../../ui/panel.module.css';
import { NotLoaded } from '../../ui/states/not-loaded.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { MoveButtons } from './move-buttons.tsx';
import { SharedWatchlist } from './shared-watchlist.tsx';
import { WatchlistForm } from './watchlist-form.tsx';
import { WatchlistView } from './watchlist-view.tsx';
import css from './watchlists.module.css';
import { words } from './words.ts';

interface Props {
	/** The watchlist that is open. */
	id: number | undefined;
	/** Of a watchlist that another user shares. */
	shared: string | undefined;
}

/** The account's watchlists, one of them opened, or one that another user shares. */
export function WatchlistsPage({ id, shared }: Props) {
	if (shared !== undefined) return <SharedWatchlist token={shared} />;
	return id === undefined ? <AllWatchlists /> : <WatchlistView key={id} id={id} />;
}

function AllWatchlists() {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(watchlistsQuery(api));
	return (
		<div className={css['page']}>
			<section className={panel['panel']} aria-labelledby="watchlists">
				<h2 id="watchlists" className={panel['title']}>
					{words.list}
				</h2>
				{data ? <p className={css['note']}>{words.used(data.items.length, data.allowed)}</p> : null}
				{data ? (
					data.items.length === 0 ? (
						<StateBox title={words.empty} detail={words.emptyNext} />
					) : (
						<Rows items={data.items} />
					)
				) : (
					<NotLoaded isError={isError} detail={words.failed} retry={refetch} />
				)}
			</section>
			<section className={panel['panel']} aria-labelledby="watchlists-add">
				<h2 id="watchlists-add" className={panel['title']}>
					{words.create}
				</h2>
				<WatchlistForm />
			</section>
		</div>
	);
}

function Rows({ items }: Pick<Watchlists, 'items'>) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { send, busy, failure } = useSubmit();
	const move = (at: number, by: number): void =>
		send(async () => {
			const ids = items.map((item) => item.id);
			const [moved = 0] = ids.splice(at, 1);
			ids.splice(at + by, 0, moved);
			await api.filters.orderWatchlists({ body: { ids } });
			await queryClient.invalidateQueries({ queryKey: watchlistsQuery(api).queryKey });
		});
	return (
		<>
			<ul className={css['rows']} aria-label={words.list}>
				{items.map(({ id, name, count }, at) => (
					<li key={id}>
						<Link to="/watchlists" search={{ id }} className={`${panel['inline']} ${css['name']}`}>
							{name}
						</Link>
						<small className={css['note']}>{words.tickers(count)}</small>
						<span className={css['acts']}>
							<MoveButtons name={name} busy={busy} isFirst={at === 0} isLast={at === items.length - 1} move={(by) => move(at, by)} />
						</span>
					</li>
				))}
			</ul>
			{failure ? <p role="alert">{failure}</p> : null}
		</>
	);
}
