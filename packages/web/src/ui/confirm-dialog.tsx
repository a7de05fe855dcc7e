import { type RefObject, useId } from 'react';
import { buttonClass } from './button.ts';
import css from './dialog.module.css';
import { words } from './words.ts';

interface Props {
	dialog: RefObject<HTMLDialogElement | null>;
	title: string;
	detail: string;
	/** The button that does it. */
	sure: string;
	act: () => Promise<void>;
}

/** Asks before something that cannot be undone. */
export const ConfirmDialog = ({ dialog, title, detail, sure, act }: Props) => {
	const id = useId();
	return (
		<dialog ref={dialog} className={css['dialog']} aria-labelledby={id}>
			<h2 id={id} className={css['title']}>
				{title}
			</h2>
			<p>{detail}</p>
			<form method="dialog" className={css['actions']}>
				<button type="submit" className={buttonClass}>
					{words.cancel}
				</button>
				<button
					type="button"
					className={`${buttonClass} ${css['danger']}`}
					onClick={() => {
						dialog.current?.close();
						void act();
					}}
				>
					{sure}
				</button>
			</form>
		</dialog>
	);
};
