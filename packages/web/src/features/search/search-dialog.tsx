import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import { useSession } from '../../entities/session/session-query.ts';
import { formatCap } from '../../lib/format/numbers.ts';
import { isTyping } from '../../lib/typing.ts';
import { FOUND_AT_ONCE, tickersQuery } from './queries.ts';
import css from './search.module.css';
import { words } from './words.ts';

/** '/' and Ctrl+K (or ⌘K) open the search wherever the reader is. */
const useSearchKeys = (open: () => void): void => {
	useEffect(() => {
		const onKey = (event: KeyboardEvent | globalThis.KeyboardEvent): void => {
			const chord = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
			if (!chord && (event.key !== '/' || isTyping(event as globalThis.KeyboardEvent))) return;
			event.preventDefault();
			open();
		};
		document.addEventListener('keydown', onKey);
		return () => document.removeEventListener('keydown', onKey);
	}, [open]);
};

/** A field over the page: what is typed finds tickers, arrow keys choose, Enter opens. */
export const SearchDialog = ({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) => {
	const id = useId();
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const signedIn = useSession().profile !== null;
	const [text, setText] = useState('');
	const [at, setAt] = useState(0);
	const part = text.trim();
	const { data, isError } = useQuery({
		...tickersQuery(api, part, FOUND_AT_ONCE),
		enabled: signedIn && part !== '',
		placeholderData: (before) => before,
	});
	const found = part === '' || !signedIn ? [] : (data?.items ?? []);
	useSearchKeys(() => {
		if (!dialog.current?.open) dialog.current?.showModal();
	});

	const close = (): void => dialog.current?.close();
	const open = (ticker: string | number): void => {
		close();
		setText('');
		void navigate({ to: '/ticker/$id', params: { id: String(ticker) } });
	};
	const onSubmit = (event: FormEvent): void => {
		event.preventDefault();
		const chosen = found[at];
		if (chosen) open(chosen.ticker_id);
		else if (part && !signedIn) open(part.toUpperCase());
	};
	const onKeyDown = (event: KeyboardEvent): void => {
		const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
		if (step === 0 || found.length === 0) return;
		event.preventDefault();
		setAt((at + step + found.length) % found.length);
	};
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
		<dialog
			ref={dialog}
			className={css['dialog']}
			aria-label={words.title}
			onClick={(event) => {
				if (event.target === event.currentTarget) close();
			}}
		>
			<form className={css['form']} onSubmit={onSubmit}>
				<input
					className={css['input']}
					role="combobox"
					aria-label={words.label}
					aria-expanded={found.length > 0}
					aria-controls={`${id}-list`}
					aria-activedescendant={found[at] ? `${id}-${at}` : undefined}
					autoComplete="off"
					spellCheck={false}
					maxLength={60}
					placeholder={signedIn ? words.placeholder : words.placeholderVisitor}
					value={text}
					onChange={(event) => {
						setText(event.currentTarget.value);
						setAt(0);
					}}
					onKeyDown={onKeyDown}
				/>
				<div id={`${id}-list`} className={css['found']} role="listbox" aria-label={words.results}>
					{found.map((ticker, i) => (
						// biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys of the list
						<div
							key={ticker.ticker_id}
							id={`${id}-${i}`}
							role="option"
							tabIndex={-1}
							aria-selected={i === at}
							className={css['option']}
							onPointerMove={() => setAt(i)}
							onClick={() => open(ticker.ticker_id)}
						>
							<b>{ticker.ticker}</b>
							<span className={css['name']}>{ticker.name}</span>
							<span className={css['cap']}>{formatCap(ticker.capitalization)}</span>
						</div>
					))}
				</div>
				{data && found.length > 0 && data.total_count > found.length ? (
					<Link to="/search" search={{ q: part }} className={css['all'] ?? ''} onClick={close}>
						{words.all(data.total_count)}
					</Link>
				) : null}
				<p className={css['hint']} role="status">
					{!signedIn
						? words.visitorHint
						: isError
							? words.failedNext
							: part && data && data.total_count === 0
								? words.none
								: part && data
									? words.found(data.total_count)
									: words.hint}
				</p>
			</form>
		</dialog>
	);
};
