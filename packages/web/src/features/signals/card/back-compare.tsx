import { Link, useRouteContext } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useChosenTicker } from '../../../entities/compare/chosen-ticker.ts';
import { compareLink } from '../../../entities/compare/compare-link.ts';
import { findTicker } from '../../../entities/ticker-links/find-ticker.ts';
import { buttonClass } from '../../../ui/button.ts';
import { Popover } from '../../../ui/dialogs/popover.tsx';
import field from '../../../ui/form.module.css';
import { Labelled } from '../../../ui/forms/labelled.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { backWords as words } from './back-words.ts';

/** Chooses the ticker that the backs of all cards compare with. */
export function BackCompare({ ticker }: { ticker: string }) {
	return (
		<Popover button={words.compare} label={words.compareWith(ticker)}>
			{(close) => <Choice ticker={ticker} close={close} />}
		</Popover>
	);
}

function Choice({ ticker, close }: { ticker: string; close: () => void }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { chosen, choose } = useChosenTicker();
	const sending = useSubmit();
	const [text, setText] = useState(chosen?.symbol ?? '');
	const [fault, setFault] = useState<string>();
	const send = async (): Promise<void> => {
		const symbol = text.trim().toUpperCase();
		const id = await findTicker(api, symbol);
		if (id === undefined) return setFault(words.noTicker);
		choose({ id, symbol });
		close();
	};
	const onSubmit = (event: FormEvent): void => {
		event.preventDefault();
		if (text.trim() !== '') sending.send(send);
	};
	return (
		<form onSubmit={onSubmit} noValidate>
			<Labelled label={words.compareSymbol} hint={words.compareHint} fault={fault ?? sending.failure ?? undefined}>
				{(described) => (
					<input
						{...described}
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
			</Labelled>{' '}
			<button type="submit" className={buttonClass} disabled={sending.busy || text.trim() === ''}>
				{words.compareNow}
			</button>{' '}
			{chosen ? (
				<button type="button" className={buttonClass} onClick={() => choose(null)}>
					{words.compareEnd}
				</button>
			) : null}{' '}
			<Link {...compareLink(chosen ? [ticker, chosen.symbol] : [ticker])} className={buttonClass}>
				{words.compareCharts}
			</Link>
		</form>
	);
}
