import { useRef } from 'react';
import { buttonClass } from '../button.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import css from './dialog.module.css';

interface Props {
	/** The dialog's title, and the label of the button that opens it. */
	label: string;
	/** Short visible label, if the place says the rest; the accessible name is the full label. */
	face?: string;
	detail: string;
	/** Label of the confirm button. */
	sure: string;
	act(): Promise<void>;
}

/** A button for an action that can't be undone: it asks for confirmation. */
export function ConfirmButton({ label, face, detail, sure, act }: Props) {
	const dialog = useRef<HTMLDialogElement>(null);
	return (
		<>
			<button
				type="button"
				className={`${buttonClass} ${css['danger']}`}
				aria-label={face === undefined ? undefined : label}
				onClick={() => dialog.current?.showModal()}
			>
				{face ?? label}
			</button>
			<ConfirmDialog dialog={dialog} title={label} detail={detail} sure={sure} act={act} />
		</>
	);
}
