import { useRef } from 'react';
import { buttonClass } from './button.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import css from './dialog.module.css';

interface Props {
	/** The button that opens it, and its title. */
	label: string;
	detail: string;
	/** The button that does it. */
	sure: string;
	act(): Promise<void>;
}

/** A button for what cannot be undone: it asks first. */
export const SureButton = ({ label, detail, sure, act }: Props) => {
	const dialog = useRef<HTMLDialogElement>(null);
	return (
		<>
			<button type="button" className={`${buttonClass} ${css['danger']}`} onClick={() => dialog.current?.showModal()}>
				{label}
			</button>
			<ConfirmDialog dialog={dialog} title={label} detail={detail} sure={sure} act={act} />
		</>
	);
};
