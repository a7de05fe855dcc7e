import { useRouter } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useId } from 'react';
import css from './dialog.module.css';

/** Loaded with the first dialog. */
let closeOnBack: typeof import('./close-on-back.ts')['closeOnBack'] | undefined;

interface Props {
	/** Opened by `dialog.current?.showModal()`, closed by `close()` or a form with method `dialog` inside. */
	dialog: RefObject<HTMLDialogElement | null>;
	/** Its heading; undefined if it has its own header and is named by `label`. */
	title?: string;
	label?: string;
	size?: 'narrow' | 'wide';
	/** Class of its box, if special. */
	look?: string | undefined;
	/** A click outside closes it: for dialogs without input. */
	besideCloses?: boolean;
	/** Open while rendered. */
	opensItself?: boolean;
	onClose?: () => void;
	children: ReactNode;
}

/** The only modal dialog. The browser's native one is above everything, traps the focus, closes on Escape and restores the focus. */
export function Dialog({ dialog, title, label, size, look, besideCloses = false, opensItself = false, onClose, children }: Props) {
	const id = useId();
	const router = useRouter();
	useEffect(() => {
		const box = dialog.current;
		if (!box) return undefined;
		let end: (() => void) | undefined;
		let gone = false;
		const follow = (): void => {
			if (!gone) end = closeOnBack?.(box, router);
		};
		// Once it is loaded, a dialog is never shown without it.
		if (closeOnBack) follow();
		else
			import('./close-on-back.ts').then(
				(loaded) => {
					closeOnBack = loaded.closeOnBack;
					follow();
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
				// React propagates the close event of a nested dialog to the outer ones.
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
}
