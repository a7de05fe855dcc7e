import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.ts';
import field from '../../ui/form.module.css';
import { Labelled } from '../../ui/forms/labelled.tsx';
import panel from '../../ui/panel.module.css';
import { useSubmit } from '../../ui/use-submit.ts';
import type { WatchlistChange, WatchlistEntry } from './queries.ts';
import css from './watchlists.module.css';
import { words } from './words.ts';

interface Props {
	entries: readonly WatchlistEntry[];
	/** undefined if the list is read-only. */
	onChange?: (change: WatchlistChange) => Promise<void>;
}

/** Shows the tickers of a watchlist, grouped by section. */
export function Entries({ entries, onChange }: Props) {
	const { send, busy, failure } = useSubmit();
	const save = (next: readonly WatchlistEntry[]): void =>
		send(async () => onChange?.({ entries: next.map(({ ticker_id, exchange, section }) => ({ ticker_id, exchange, section })) }));
	const move = (at: number, step: number): void => {
		const next = [...entries];
		next.splice(at + step, 0, ...next.splice(at, 1));
		save(next);
	};
	const isSameSection = (at: number, step: number): boolean =>
		entries[at + step] !== undefined && entries[at + step]?.section === entries[at]?.section;
	return (
		<>
			<ul className={css['rows']}>
				{entries.map(({ ticker_id: id, ticker, exchange, section }, at) => (
					<li key={id}>
						{section !== null && section !== entries[at - 1]?.section ? <h3 className={css['section']}>{section}</h3> : null}
						<Link to="/ticker/$id" params={{ id: String(id) }} search={{}} className={`${panel['inline']} ${css['name']}`}>
							{ticker}
						</Link>
						<small className={css['note']}>{exchange}</small>
						{onChange ? (
							<span className={css['acts']}>
								<MoveButtons
									name={ticker}
									busy={busy}
									isFirst={!isSameSection(at, -1)}
									isLast={!isSameSection(at, 1)}
									move={(step) => move(at, step)}
								/>
								<button
									type="button"
									className={buttonClass}
									aria-label={words.removeNamed(ticker)}
									disabled={busy}
									onClick={() => save(entries.filter((entry) => entry.ticker_id !== id))}
								>
									{words.remove}
								</button>
							</span>
						) : null}
					</li>
				))}
			</ul>
			{failure ? <p role="alert">{failure}</p> : null}
		</>
	);
}

interface MoveButtonsProps {
	name: string;
	busy: boolean;
	isFirst: boolean;
	isLast: boolean;
	/** `step`: -1 moves up, 1 down. */
	move: (step: number) => void;
}

/** Shows buttons that move a row up or down by one. */
export function MoveButtons({ name, busy, isFirst, isLast, move }: MoveButtonsProps) {
	return (
		<>
			<button type="button" className={buttonClass} aria-label={words.upNamed(name)} disabled={busy || isFirst} onClick={() => move(-1)}>
				{words.up}
			</button>
			<button type="button" className={buttonClass} aria-label={words.downNamed(name)} disabled={busy || isLast} onClick={() => move(1)}>
				{words.down}
			</button>
		</>
	);
}

interface SymbolsFieldProps {
	value: string;
	onChange: (text: string) => void;
	error: string | undefined;
}

/** Accepts symbols that are typed, pasted or read from a file. */
export function SymbolsField({ value, onChange, error }: SymbolsFieldProps) {
	return (
		<>
			<Labelled label={words.symbols} hint={words.symbolsHint} error={error}>
				{(described) => (
					<textarea
						{...described}
						name="text"
						rows={4}
						className={field['input']}
						value={value}
						onChange={(event) => onChange(event.currentTarget.value)}
					/>
				)}
			</Labelled>
			<label className={css['file']}>
				{words.file}
				<input
					type="file"
					accept=".txt,.csv,text/plain,text/csv"
					onChange={(event) => {
						const file = event.currentTarget.files?.[0];
						if (file) void file.text().then(onChange);
					}}
				/>
			</label>
		</>
	);
}
