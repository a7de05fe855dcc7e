import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { LineSwatch } from '../../charts/lines/line-swatch.tsx';
import { type CompareState, MOST_COMPARED } from '../../entities/compare/compare-link.ts';
import { findTicker } from '../../entities/ticker-links/find-ticker.ts';
import { buttonClass } from '../../ui/button.ts';
import field from '../../ui/form.module.css';
import { Labelled } from '../../ui/forms/labelled.tsx';
import panel from '../../ui/panel.module.css';
import { useSubmit } from '../../ui/use-submit.ts';
import css from './compare.module.css';
import { words } from './words.ts';

interface Props {
	state: CompareState;
	/** The id of each ticker; null where the market has none. */
	found: readonly UseQueryResult<number | null>[];
	go: (change: Partial<CompareState>) => void;
}

/** The compared tickers with their lines; each can be removed, and others added. */
export function CompareLegend({ state: { tickers }, found, go }: Props) {
	const list = useRef<HTMLUListElement>(null);
	const remove = (place: number): void => {
		go({ tickers: tickers.filter((_, other) => other !== place) });
		// The button goes with its row: the focus stays in the list, or moves to the field.
		const buttons = [...(list.current?.querySelectorAll('button[data-remove]') ?? [])] as HTMLElement[];
		(buttons[place + 1] ?? buttons[place - 1] ?? document.getElementById('compare-add'))?.focus();
	};
	return (
		<section className={panel['panel']} aria-labelledby="compare-tickers">
			<h2 id="compare-tickers" className={panel['title']}>
				{words.tickers}
			</h2>
			<ul className={css['legend']} ref={list}>
				{tickers.map((symbol, place) => (
					<li key={symbol}>
						<LineSwatch place={place} />
						<Name symbol={symbol} found={found[place]} />
						<button
							type="button"
							data-remove=""
							className={buttonClass}
							aria-label={words.removeNamed(symbol)}
							onClick={() => remove(place)}
						>
							{words.remove}
						</button>
					</li>
				))}
			</ul>
			{tickers.length >= MOST_COMPARED ? <p className={panel['note']}>{words.full}</p> : <AddTicker tickers={tickers} go={go} />}
		</section>
	);
}

function Name({ symbol, found }: { symbol: string; found: UseQueryResult<number | null> | undefined }) {
	if (found?.data != null)
		return (
			<Link to="/ticker/$id" params={{ id: String(found.data) }} search={{}} className={panel['inline']}>
				{symbol}
			</Link>
		);
	return (
		<span aria-busy={found?.isPending}>
			{symbol} {found?.data === null ? <small>{words.unknown}</small> : null}
			{found?.isError ? (
				<>
					<small>{words.idFailed}</small>{' '}
					<button type="button" className={buttonClass} onClick={() => void found.refetch()}>
						{words.retry}
					</button>
				</>
			) : null}
		</span>
	);
}

function AddTicker({ tickers, go }: Pick<CompareState, 'tickers'> & Pick<Props, 'go'>) {
	const { api } = useRouteContext({ from: '__root__' });
	const sending = useSubmit();
	const [text, setText] = useState('');
	const [fault, setFault] = useState<string>();
	const add = async (): Promise<void> => {
		const symbol = text.trim().toUpperCase();
		if (tickers.includes(symbol)) return setFault(words.present);
		if ((await findTicker(api, symbol)) === undefined) return setFault(words.noTicker);
		setText('');
		go({ tickers: [...tickers, symbol] });
	};
	const onSubmit = (event: FormEvent): void => {
		event.preventDefault();
		if (text.trim() !== '') sending.send(add);
	};
	return (
		<form className={css['add']} onSubmit={onSubmit} noValidate>
			<Labelled label={words.add} fault={fault ?? sending.failure ?? undefined}>
				{(described) => (
					<input
						{...described}
						id="compare-add"
						className={field['input']}
						value={text}
						maxLength={16}
						autoComplete="off"
						onChange={(event) => {
							setText(event.currentTarget.value);
							setFault(undefined);
						}}
					/>
				)}
			</Labelled>
			<button type="submit" className={buttonClass} disabled={sending.busy || text.trim() === ''}>
				{words.addNow}
			</button>
		</form>
	);
}
