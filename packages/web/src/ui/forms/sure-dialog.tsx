import { useId, useRef, useState } from 'react';
import { buttonClass } from '../button.ts';
import css from '../dialog.module.css';
import { words } from '../words.ts';
import form from './form.module.css';

interface Props {
	/** The button that opens it, and its title. */
	label: string;
	detail: string;
	/** The button that does it. */
	sure: string;
	act(): Promise<void>;
}

/** A button for what cannot be undone: it asks first, and shows what went wrong. */
export const SureDialog = ({ label, detail, sure, act }: Props) => {
	const id = useId();
	const dialog = useRef<HTMLDialogElement>(null);
	const [failure, setFailure] = useState('');
	const [busy, setBusy] = useState(false);
	const run = async (): Promise<void> => {
		setBusy(true);
		try {
			await act();
			dialog.current?.close();
		} catch (error) {
			setFailure(error instanceof Error ? error.message : words.failed);
		}
		setBusy(false);
	};
	return (
		<>
			<button type="button" className={`${buttonClass} ${css['danger']}`} onClick={() => dialog.current?.showModal()}>
				{label}
			</button>
			<dialog ref={dialog} className={css['dialog']} aria-labelledby={id}>
				<h2 id={id} className={css['title']}>
					{label}
				</h2>
				<p>{detail}</p>
				<p className={form['fault']} role="alert">
					{failure}
				</p>
				<form method="dialog" className={css['actions']}>
					<button type="submit" className={buttonClass}>
						{words.cancel}
					</button>
					<button type="button" className={`${buttonClass} ${css['danger']}`} disabled={busy} onClick={() => void run()}>
						{sure}
					</button>
				</form>
			</dialog>
		</>
	);
};
