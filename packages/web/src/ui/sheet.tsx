import { type ReactNode, type RefObject, useId } from 'react';
import { buttonClass } from './button.ts';
import css from './sheet.module.css';
import { words } from './words.ts';

interface Props {
	sheet: RefObject<HTMLDialogElement | null>;
	title: string;
	children: ReactNode;
	onClose?: () => void;
}

/** A panel at the right edge, over the whole width on small screens: `sheet.current?.showModal()`. A click beside it closes it. */
export const Sheet = ({ sheet, title, children, onClose }: Props) => {
	const id = useId();
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
		<dialog
			ref={sheet}
			className={css['sheet']}
			aria-labelledby={id}
			onClose={onClose}
			onClick={(event) => {
				if (event.target === event.currentTarget) event.currentTarget.close();
			}}
		>
			<div className={css['body']}>
				<header className={css['head']}>
					<h2 id={id} className={css['title']}>
						{title}
					</h2>
					<button type="button" className={buttonClass} onClick={() => sheet.current?.close()}>
						{words.close}
					</button>
				</header>
				{children}
			</div>
		</dialog>
	);
};
