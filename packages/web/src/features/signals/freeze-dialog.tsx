import { type RefObject, useId, useState } from 'react';
import type { Freeze } from '../../entities/frozen/freeze.ts';
import type { ScopeName } from '../../entities/frozen/scopes.ts';
import { scopeWords } from '../../entities/frozen/words.ts';
import { etMidnight } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import css from '../../ui/dialog.module.css';
import field from '../../ui/form.module.css';
import { selectionWords as words } from './words.ts';

interface Props {
	dialog: RefObject<HTMLDialogElement | null>;
	tickers: readonly number[];
	freezing: Freeze;
	done: () => void;
}

/** Asks where tickers are to be hidden, why, and until when. */
export const FreezeDialog = ({ dialog, tickers, freezing, done }: Props) => {
	const id = useId();
	const [wanted, want] = useState<ScopeName>();
	const [reason, setReason] = useState('');
	const [until, setUntil] = useState('');
	const scope = wanted && freezing.scopes.includes(wanted) ? wanted : (freezing.scopes[0] ?? 'all');
	const confirm = async (): Promise<void> => {
		const frozen = await freezing.freeze({ tickers, scope, reason, ...(until ? { until: etMidnight(until) } : {}) });
		if (!frozen) return;
		dialog.current?.close();
		done();
	};
	return (
		<dialog ref={dialog} className={css['dialog']} aria-labelledby={id}>
			<h2 id={id} className={css['title']}>
				{words.freezeTitle(tickers.length)}
			</h2>
			<p>{words.freezeDetail}</p>
			<fieldset className={field['group']}>
				<legend>{words.scope}</legend>
				{freezing.scopes.map((name) => (
					<label key={name} className={field['choice']}>
						<input type="radio" name={`${id}-scope`} checked={name === scope} onChange={() => want(name)} />
						{scopeWords[name]}
					</label>
				))}
			</fieldset>
			<label className={field['field']}>
				{words.reason} <small>{words.reasonHint}</small>
				<input className={field['input']} value={reason} maxLength={500} onChange={(event) => setReason(event.currentTarget.value)} />
			</label>
			<label className={field['field']}>
				{words.until} <small>{words.untilHint}</small>
				<input type="date" className={field['input']} value={until} onChange={(event) => setUntil(event.currentTarget.value)} />
			</label>
			<div className={css['actions']}>
				<button type="button" className={buttonClass} onClick={() => void confirm()}>
					{words.confirm}
				</button>
				<button type="button" className={buttonClass} onClick={() => dialog.current?.close()}>
					{words.cancel}
				</button>
			</div>
		</dialog>
	);
};
