import { LONGEST_WATCHLIST_NAME } from '@sw/domain/watchlists/watchlist';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { watchlistsQuery } from '../../entities/watchlists/watchlists-query.ts';
import { buttonClass } from '../../ui/button.ts';
import field from '../../ui/form.module.css';
import { Labelled } from '../../ui/forms/labelled.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { watchlistQuery } from './queries.ts';
import { SymbolsField } from './symbols-field.tsx';
import css from './watchlists.module.css';
import { words } from './words.ts';

/** Creates a watchlist from a name and symbols, and opens it. `copy`: the token of a shared watchlist to copy instead. */
export function WatchlistForm({ copy, title = '' }: { copy?: string; title?: string }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const navigate = useNavigate();
	const sending = useSubmit(['name', 'text']);
	const [name, setName] = useState(title);
	const [text, setText] = useState('');
	const create = async (): Promise<void> => {
		const made = await api.filters.addWatchlist({ body: { name: name.trim(), ...(copy === undefined ? { text } : { copy }) } });
		queryClient.setQueryData(watchlistQuery(api, made.id).queryKey, made);
		await queryClient.invalidateQueries({ queryKey: watchlistsQuery(api).queryKey });
		await navigate({ to: '/watchlists', search: { id: made.id } });
	};
	const onSubmit = (event: FormEvent): void => {
		event.preventDefault();
		if (name.trim() !== '') sending.send(create);
	};
	return (
		<form className={css['form']} onSubmit={onSubmit} noValidate>
			<Labelled label={words.name} fault={sending.refusals.name}>
				{(described) => (
					<input
						{...described}
						name="name"
						className={field['input']}
						value={name}
						maxLength={LONGEST_WATCHLIST_NAME}
						onChange={(event) => {
							setName(event.currentTarget.value);
							sending.change('name');
						}}
					/>
				)}
			</Labelled>
			{copy === undefined ? <SymbolsField value={text} change={setText} fault={sending.refusals.text} /> : null}
			{sending.failure ? (
				<p className={field['fault']} role="alert">
					{sending.failure}
				</p>
			) : null}
			<button type="submit" className={buttonClass} disabled={sending.busy || name.trim() === ''}>
				{copy === undefined ? words.createNow : words.keepCopy}
			</button>
		</form>
	);
}
