import { useRef } from 'react';
import { buttonClass } from './button.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import css from './dialog.module.css';

interface Props {
	/** The title, and the button that opens it. */
	label: string;
	/** What the button shows where its place says the rest; it is named by the whole label. */
	face?: string;
	detail: string;
	/** The button that does it. */
	sure: string;
	act(): Promise<void>;
}

/** A button for what cannot be undone: it asks first. */
export const SureButton = ({ label, face, detail, sure, act }: Props) => {
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
};
