import { type RefObject, useRef } from 'react';
import { buttonClass } from '../button.ts';
import { useSubmit } from '../use-submit.ts';
import { words } from '../words.ts';
import css from './dialog.module.css';
import { Dialog } from './dialog.tsx';

interface Props {
	dialog: RefObject<HTMLDialogElement | null>;
	title: string;
	detail: string;
	/** Label of the confirm button. */
	confirmLabel: string;
	/** Carries out the action. If it rejects, the error is shown and the dialog stays open. */
	act: () => Promise<void>;
}

/** Confirms an action that can't be undone. */
export function ConfirmDialog({ dialog, title, detail, confirmLabel, act }: Props) {
	const { send, busy, failure, reset } = useSubmit();
	const run = async (): Promise<void> => {
		await act();
		dialog.current?.close();
	};
	return (
		<Dialog dialog={dialog} title={title} onClose={reset}>
			<p>{detail}</p>
			<p className={css['failure']} role="alert">
				{failure}
			</p>
			<form method="dialog" className={css['actions']}>
				<button type="submit" className={buttonClass}>
					{words.cancel}
				</button>
				<button type="button" className={`${buttonClass} ${css['danger']}`} disabled={busy} onClick={() => send(run)}>
					{confirmLabel}
				</button>
			</form>
		</Dialog>
	);
}

interface ConfirmButtonProps {
	/** The dialog's title, and the label of the button that opens it. */
	label: string;
	/** Short visible label, if the context is clear. The accessible name is still `label`. */
	shortLabel?: string;
	detail: string;
	/** Label of the confirm button. */
	confirmLabel: string;
	act(): Promise<void>;
}

/** A button for an action that can't be undone, which asks for confirmation. */
export function ConfirmButton({ label, shortLabel, detail, confirmLabel, act }: ConfirmButtonProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	return (
		<>
			<button
				type="button"
				className={`${buttonClass} ${css['danger']}`}
				aria-label={shortLabel === undefined ? undefined : label}
				onClick={() => dialog.current?.showModal()}
			>
				{shortLabel ?? label}
			</button>
			<ConfirmDialog dialog={dialog} title={label} detail={detail} confirmLabel={confirmLabel} act={act} />
		</>
	);
}
