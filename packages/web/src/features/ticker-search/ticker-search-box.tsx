import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef } from 'react';
import { useSession } from '../../entities/session/session-query.ts';
import { formatCap } from '../../lib/format/numbers.ts';
import { Combobox } from '../../ui/controls/combobox.tsx';
import { MAX_SUGGESTIONS, tickersQuery } from './queries.ts';
import css from './ticker-search-box.module.css';
import { words } from './words.ts';

interface Props {
	text: string;
	setText: (text: string) => void;
	/** Closes the search. */
	close: () => void;
}

/** Shows a search field. Typing finds tickers, arrow keys select one of them, and Enter opens the selected ticker. */
export function TickerSearchBox({ text, setText, close }: Props) {
	const form = useRef<HTMLFormElement>(null);
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const signedIn = useSession().profile !== null;
	const trimmedText = text.trim();
	const { data, isError } = useQuery({
		...tickersQuery(api, trimmedText, MAX_SUGGESTIONS),
		enabled: signedIn && trimmedText !== '',
		placeholderData: (previous) => previous,
	});
	const suggestions = trimmedText === '' || !signedIn ? [] : (data?.items ?? []);
	// A dialog focuses its first field only when it opens, and this field may be loaded later.
	useEffect(() => form.current?.querySelector('input')?.focus(), []);

	const open = (ticker: string | number): void => {
		close();
		setText('');
		void navigate({ to: '/ticker/$id', params: { id: String(ticker) } });
	};
	const onSubmit = (event: FormEvent): void => {
		event.preventDefault();
		if (trimmedText && !signedIn) open(trimmedText.toUpperCase());
	};
	return (
		<form ref={form} className={css['form']} onSubmit={onSubmit}>
			<Combobox
				label={words.label}
				listLabel={words.results}
				text={text}
				onText={setText}
				options={suggestions}
				keyOf={({ ticker_id }) => ticker_id}
				onSelect={({ ticker_id }) => open(ticker_id)}
				placeholder={signedIn ? words.placeholder : words.placeholderVisitor}
				maxLength={60}
				className={css['input']}
				renderOption={({ ticker, name, capitalization }) => (
					<>
						<b>{ticker}</b>
						<span className={css['name']}>{name}</span>
						<span className={css['cap']}>{formatCap(capitalization)}</span>
					</>
				)}
			/>
			{data && suggestions.length > 0 && data.total_count > suggestions.length ? (
				<Link to="/search" search={{ q: trimmedText }} className={css['all'] ?? ''} onClick={close}>
					{words.all(data.total_count)}
				</Link>
			) : null}
			<p className={css['hint']} role="status">
				{!signedIn
					? words.visitorHint
					: isError
						? words.failedNext
						: trimmedText && data && data.total_count === 0
							? words.none
							: trimmedText && data
								? words.found(data.total_count)
								: words.hint}
			</p>
		</form>
	);
}
