import { useRouter } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useId } from 'react';
import css from './dialog.module.css';

interface Props {
	/** Opened by `dialog.current?.showModal()`, closed by `close()` or a form of method `dialog` within. */
	dialog: RefObject<HTMLDialogElement | null>;
	/** Its heading; undefined where it draws a head of its own and says its name by `label`. */
	title?: string;
	label?: string;
	size?: 'narrow' | 'wide';
	/** Class of its box, where that is not the usual one. */
	look?: string | undefined;
	/** A click beside it closes it: for what is only looked at, never for what was typed. */
	besideCloses?: boolean;
	/** Open as long as it is drawn. */
	opensItself?: boolean;
	onClose?: () => void;
	children: ReactNode;
}

/**
 * The one way to lay something over the page and have it answered first. The platform's modal dialog lies over everything, keeps the keys
 * within, closes by Escape and gives the focus back to where it was.
 */
export const Dialog = ({ dialog, title, label, size, look, besideCloses = false, opensItself = false, onClose, children }: Props) => {
	const id = useId();
	const router = useRouter();
	useEffect(() => {
		const box = dialog.current;
		if (!box) return undefined;
		let end: (() => void) | undefined;
		let gone = false;
		import('./close-on-back.ts').then(
			({ closeOnBack }) => {
				if (!gone) end = closeOnBack(box, router);
			},
			// Without it, going back leaves the page.
			() => {},
		);
		return () => {
			gone = true;
			end?.();
		};
	}, [dialog, router]);
	useEffect(() => {
		if (opensItself && !dialog.current?.open) dialog.current?.showModal();
	}, [opensItself, dialog]);
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
		<dialog
			ref={dialog}
			className={look ?? (size ? `${css['dialog']} ${css[size]}` : css['dialog'])}
			aria-label={label}
			aria-labelledby={title === undefined ? undefined : id}
			onClose={(event) => {
				// React hands the closing of a dialog within on to the dialogs around it.
				if (event.target === event.currentTarget) onClose?.();
			}}
			onClick={(event) => {
				if (besideCloses && event.target === event.currentTarget) event.currentTarget.close();
			}}
		>
			{title === undefined ? null : (
				<h2 id={id} className={css['title']}>
					{title}
				</h2>
			)}
			{children}
		</dialog>
	);
};
