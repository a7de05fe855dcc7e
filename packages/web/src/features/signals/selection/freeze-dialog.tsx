import { maxLength } from '@sw/domain/access/form-rules';
import { type RefObject, useId, useState } from 'react';
import type { Freeze } from '../../../entities/frozen/freeze.ts';
import type { ScopeName } from '../../../entities/frozen/scopes.ts';
import { scopeWords } from '../../../entities/frozen/words.ts';
import { etMidnight } from '../../../lib/format/times.ts';
import { buttonClass } from '../../../ui/button.ts';
import css from '../../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import field from '../../../ui/form.module.css';
import { useForm } from '../../../ui/forms/form-box.tsx';
import { Labelled } from '../../../ui/forms/labelled.tsx';
import { selectionWords as words } from '../shared/selection-words.ts';

interface Props {
	dialog: RefObject<HTMLDialogElement | null>;
	tickers: readonly number[];
	freezing: Freeze;
	onDone: () => void;
}

const RULES = { reason: [maxLength(500)], until: [] };
const EMPTY_VALUES = { reason: '', until: '' };

/** Asks for the scope, the reason and the end date of a freeze. */
export function FreezeDialog({ dialog, tickers, freezing, onDone }: Props) {
	const id = useId();
	const [selectedScope, setSelectedScope] = useState<ScopeName>();
	const scope = selectedScope && freezing.scopes.includes(selectedScope) ? selectedScope : (freezing.scopes[0] ?? 'all');
	const form = useForm(RULES, EMPTY_VALUES, async ({ reason, until }) => {
		if (!(await freezing.freeze({ tickers, scope, reason, ...(until ? { until: etMidnight(until) } : {}) }))) return;
		dialog.current?.close();
		onDone();
	});
	return (
		<Dialog dialog={dialog} title={words.freezeTitle(tickers.length)}>
			<form method="dialog" onSubmit={form.onSubmit} noValidate>
				<p>{words.freezeDetail}</p>
				<fieldset className={field['group']}>
					<legend>{words.scope}</legend>
					{freezing.scopes.map((name) => (
						<label key={name} className={field['choice']}>
							<input type="radio" name={`${id}-scope`} checked={name === scope} onChange={() => setSelectedScope(name)} />
							{scopeWords[name]}
						</label>
					))}
				</fieldset>
				<Labelled label={words.reason} hint={words.reasonHint} error={form.errors.reason}>
					{(inputProps) => (
						<input
							{...inputProps}
							name="reason"
							className={field['input']}
							value={form.values.reason}
							maxLength={500}
							onChange={(event) => form.set('reason', event.currentTarget.value)}
						/>
					)}
				</Labelled>
				<Labelled label={words.until} hint={words.untilHint} error={form.errors.until}>
					{(inputProps) => (
						<input
							{...inputProps}
							name="until"
							type="date"
							className={field['input']}
							value={form.values.until}
							onChange={(event) => form.set('until', event.currentTarget.value)}
						/>
					)}
				</Labelled>
				<div className={css['actions']}>
					<button type="submit" className={buttonClass} disabled={form.busy}>
						{words.confirm}
					</button>
					<button type="button" className={buttonClass} onClick={() => dialog.current?.close()}>
						{words.cancel}
					</button>
				</div>
			</form>
		</Dialog>
	);
}
