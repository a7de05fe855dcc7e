import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { buttonClass } from '../../../ui/button.ts';
import form from '../../../ui/forms/form.module.css';
import { snack } from '../../../ui/snackbars/snack.ts';
import { useSubmit } from '../../../ui/use-submit.ts';
import css from '../data.module.css';
import { tickersNamed } from '../queries.ts';
import { dataWords as words } from '../words.ts';

export interface NamedPlace {
	readonly ticker: string;
	readonly ticker_id: number;
	readonly date: string;
}

/** Selects a ticker and a date for a split that no jump shows. */
export function NameSplit({ decide }: { decide: (place: NamedPlace) => void }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { send, busy } = useSubmit();
	const [symbol, setSymbol] = useState('');
	const [date, setDate] = useState('');
	const find = async (): Promise<void> => {
		const ticker = symbol.trim().toUpperCase();
		const { ids, unknown } = await tickersNamed(api, [ticker]);
		const [id] = ids;
		if (id === undefined) snack.error(words.enterSplit, words.unknownTicker(unknown ?? ticker));
		else decide({ ticker, ticker_id: id, date });
	};
	return (
		<div className={css['row']}>
			<label className={css['field']}>
				{words.splitTicker}
				<input
					className={form['input']}
					autoComplete="off"
					maxLength={20}
					value={symbol}
					onChange={(event) => setSymbol(event.currentTarget.value)}
				/>
			</label>
			<label className={css['field']}>
				{words.splitDate}
				<input type="date" className={form['input']} value={date} onChange={(event) => setDate(event.currentTarget.value)} />
			</label>
			<button
				type="button"
				className={buttonClass}
				disabled={busy || symbol.trim() === '' || date === ''}
				onClick={() => send(() => find().catch((error: Error) => snack.error(words.enterSplit, error.message)))}
			>
				{words.enterSplit}
			</button>
		</div>
	);
}
