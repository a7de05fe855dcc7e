import { MAX_WATCHLIST_NAME_LENGTH } from '@sw/domain/watchlists/watchlist';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type Watchlists, watchlistsQuery } from '../../entities/watchlists/watchlists-query.ts';
import { buttonClass } from '../../ui/button.ts';
import field from '../../ui/form.module.css';
import { Labelled } from '../../ui/forms/labelled.tsx';
import panel from '../../ui/panel.module.css';
import { NotLoaded } from '../../ui/states/not-loaded.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { words as common } from '../../ui/words.ts';
import { Entries, MoveButtons, SymbolsField } from './entries.tsx';
import { sharedWatchlistQuery, watchlistQuery } from './queries.ts';
import { WatchlistView } from './watchlist-view.tsx';
import css from './watchlists.module.css';
import { words } from './words.ts';

interface Props {
	/** The open watchlist; undefined for all of them. */
	id: number | undefined;
	/** Token of a watchlist that another user shares. */
	shareToken: string | undefined;
}

/** Shows all of the account's watchlists, one of them, or a watchlist that another user shares. */
export function WatchlistsPage({ id, shareToken }: Props) {
	if (shareToken !== undefined) return <SharedWatchlist token={shareToken} />;
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
						<WatchlistRows items={data.items} />
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

function WatchlistRows({ items }: Pick<Watchlists, 'items'>) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { send, busy, failure } = useSubmit();
	const move = (at: number, step: number): void =>
		send(async () => {
			const ids = items.map((item) => item.id);
			const [movedId = 0] = ids.splice(at, 1);
			ids.splice(at + step, 0, movedId);
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
							<MoveButtons name={name} busy={busy} isFirst={at === 0} isLast={at === items.length - 1} move={(step) => move(at, step)} />
						</span>
					</li>
				))}
			</ul>
			{failure ? <p role="alert">{failure}</p> : null}
		</>
	);
}

/** Shows a watchlist that another user shares, read-only. */
function SharedWatchlist({ token }: { token: string }) {
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

/** Creates a watchlist from a name and symbols, and opens it. `copy`: the token of a shared watchlist to copy instead. */
function WatchlistForm({ copy, title = '' }: { copy?: string; title?: string }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const navigate = useNavigate();
	const submission = useSubmit(['name', 'text']);
	const [name, setName] = useState(title);
	const [text, setText] = useState('');
	const create = async (): Promise<void> => {
		const watchlist = await api.filters.addWatchlist({ body: { name: name.trim(), ...(copy === undefined ? { text } : { copy }) } });
		queryClient.setQueryData(watchlistQuery(api, watchlist.id).queryKey, watchlist);
		await queryClient.invalidateQueries({ queryKey: watchlistsQuery(api).queryKey });
		await navigate({ to: '/watchlists', search: { id: watchlist.id } });
	};
	const onSubmit = (event: FormEvent): void => {
		event.preventDefault();
		if (name.trim() !== '') submission.send(create);
	};
	return (
		<form className={css['form']} onSubmit={onSubmit} noValidate>
			<Labelled label={words.name} error={submission.fieldErrors.name}>
				{(described) => (
					<input
						{...described}
						name="name"
						className={field['input']}
						value={name}
						maxLength={MAX_WATCHLIST_NAME_LENGTH}
						onChange={(event) => {
							setName(event.currentTarget.value);
							submission.clearFieldError('name');
						}}
					/>
				)}
			</Labelled>
			{copy === undefined ? <SymbolsField value={text} onChange={setText} error={submission.fieldErrors.text} /> : null}
			{submission.failure ? (
				<p className={field['fault']} role="alert">
					{submission.failure}
				</p>
			) : null}
			<button type="submit" className={buttonClass} disabled={submission.busy || name.trim() === ''}>
				{copy === undefined ? words.createNow : words.keepCopy}
			</button>
		</form>
	);
}
