import { MAX_WATCHLIST_NAME_LENGTH, WATCHLIST_FORMATS } from '@sw/domain/watchlists/watchlist';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { compareLink, MAX_COMPARED } from '../../entities/compare/compare-link.ts';
import { listLink } from '../../entities/list-state/search.ts';
import { DEFAULT_STATE } from '../../entities/list-state/state.ts';
import { watchlistsQuery } from '../../entities/watchlists/watchlists-query.ts';
import { siteOrigin, sitePath } from '../../lib/address/site-path.ts';
import { buttonClass } from '../../ui/button.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm-dialog.tsx';
import field from '../../ui/form.module.css';
import { Labelled } from '../../ui/forms/labelled.tsx';
import panel from '../../ui/panel.module.css';
import { copyText } from '../../ui/snackbars/copy.ts';
import { NotLoaded } from '../../ui/states/not-loaded.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { Entries, SymbolsField } from './entries.tsx';
import { type Watchlist, type WatchlistChange, watchlistQuery } from './queries.ts';
import css from './watchlists.module.css';
import { words } from './words.ts';

type SendChange = (change: WatchlistChange) => Promise<void>;

/** Shows one watchlist with its tickers and all actions. */
export function WatchlistView({ id }: { id: number }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const navigate = useNavigate();
	const { data, isError, refetch } = useQuery(watchlistQuery(api, id));
	const sendChange: SendChange = async (body) => {
		queryClient.setQueryData(watchlistQuery(api, id).queryKey, await api.filters.changeWatchlist({ params: { id }, body }));
		await queryClient.invalidateQueries({ queryKey: watchlistsQuery(api).queryKey });
	};
	const remove = async (): Promise<void> => {
		await api.filters.deleteWatchlist({ params: { id }, body: {} });
		await queryClient.invalidateQueries({ queryKey: watchlistsQuery(api).queryKey });
		await navigate({ to: '/watchlists', search: {} });
	};
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
							{data.name}
						</h2>
						<p className={css['note']}>{words.tickers(data.count)}</p>
						{data.unknown.length > 0 ? (
							<p className={css['unknown']} role="status">
								{words.unknown(data.unknown.join(', '))}
							</p>
						) : null}
						{data.entries.length > 0 ? <Entries entries={data.entries} onChange={sendChange} /> : <p>{words.noTickers}</p>}
						<div className={css['acts']}>
							<Link {...listLink('/main', { ...DEFAULT_STATE, tab: 'free', watchlist: id })} className={buttonClass}>
								{words.show}
							</Link>
							{data.entries.length > 0 ? (
								<Link {...compareLink(data.entries.map(({ ticker }) => ticker))} className={buttonClass}>
									{data.entries.length > MAX_COMPARED ? words.compareFirst(MAX_COMPARED) : words.compare}
								</Link>
							) : null}
							<Link to="/alerts" search={{ watchlist: id }} className={buttonClass}>
								{words.alert}
							</Link>
							{WATCHLIST_FORMATS.map((format) => (
								<a key={format} className={buttonClass} href={sitePath(`/api/watchlists/${id}/export?format=${format}`)} download>
									{words.exports[format]}
								</a>
							))}
							<ConfirmButton label={words.delete} detail={words.deleteDetail} confirmLabel={words.deleteConfirm} act={remove} />
						</div>
					</section>
					<section className={panel['panel']} aria-labelledby="watchlist-add">
						<h2 id="watchlist-add" className={panel['title']}>
							{words.add}
						</h2>
						<AddSymbols change={sendChange} />
					</section>
					<Rename key={data.name} watchlist={data} change={sendChange} />
					<Share watchlist={data} change={sendChange} />
				</>
			) : (
				<NotLoaded isError={isError} detail={words.oneFailed} retry={refetch} />
			)}
		</div>
	);
}

function AddSymbols({ change }: { change: SendChange }) {
	const submission = useSubmit(['text']);
	const [text, setText] = useState('');
	const onSubmit = (event: FormEvent): void => {
		event.preventDefault();
		submission.send(async () => {
			await change({ text });
			setText('');
		});
	};
	return (
		<form className={css['form']} onSubmit={onSubmit} noValidate>
			<SymbolsField value={text} onChange={setText} error={submission.fieldErrors.text ?? submission.failure ?? undefined} />
			<button type="submit" className={buttonClass} disabled={submission.busy || text.trim() === ''}>
				{words.addNow}
			</button>
		</form>
	);
}

function Rename({ watchlist: { name: savedName }, change }: { watchlist: Watchlist; change: SendChange }) {
	const submission = useSubmit(['name']);
	const [name, setName] = useState(savedName);
	const onSubmit = (event: FormEvent): void => {
		event.preventDefault();
		submission.send(() => change({ name: name.trim() }));
	};
	return (
		<section className={panel['panel']} aria-labelledby="watchlist-rename">
			<h2 id="watchlist-rename" className={panel['title']}>
				{words.rename}
			</h2>
			<form className={css['form']} onSubmit={onSubmit} noValidate>
				<Labelled label={words.name} error={submission.fieldErrors.name ?? submission.failure ?? undefined}>
					{(described) => (
						<input
							{...described}
							name="name"
							className={field['input']}
							value={name}
							maxLength={MAX_WATCHLIST_NAME_LENGTH}
							onChange={(event) => setName(event.currentTarget.value)}
						/>
					)}
				</Labelled>
				<button type="submit" className={buttonClass} disabled={submission.busy || name.trim() === '' || name.trim() === savedName}>
					{words.rename}
				</button>
			</form>
		</section>
	);
}

function Share({ watchlist: { token }, change }: { watchlist: Watchlist; change: SendChange }) {
	const { send, busy, failure } = useSubmit();
	return (
		<section className={panel['panel']} aria-labelledby="watchlist-share">
			<h2 id="watchlist-share" className={panel['title']}>
				{words.share}
			</h2>
			<p className={css['note']}>{words.sharedNote}</p>
			<div className={css['acts']}>
				{token === null ? null : (
					<button
						type="button"
						className={buttonClass}
						onClick={() => copyText(words.shareTitle, `${siteOrigin()}/watchlists?shared=${token}`)}
					>
						{words.copyLink}
					</button>
				)}
				<button type="button" className={buttonClass} disabled={busy} onClick={() => send(() => change({ shared: token === null }))}>
					{token === null ? words.share : words.unshare}
				</button>
			</div>
			{failure ? <p role="alert">{failure}</p> : null}
		</section>
	);
}
