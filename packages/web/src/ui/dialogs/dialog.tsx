import { useRouter } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useId } from 'react';
import css from './dialog.module.css';

/** Loaded with the first dialog. */
let closeOnBack: typeof import('./close-on-back.ts')['closeOnBack'] | undefined;

interface Props {
	/** Opened by `dialog.current?.showModal()`, closed by `close()` or a form with method `dialog` inside. */
	dialog: RefObject<HTMLDialogElement | null>;
	/** Heading. Undefined if the content has its own header; `label` is then the accessible name. */
	title?: string;
	label?: string;
	size?: 'narrow' | 'wide';
	/** Class of the dialog instead of the default classes. */
	look?: string | undefined;
	/** Whether a click outside closes it; only for dialogs without input. */
	besideCloses?: boolean;
	/** Whether it opens on mount. */
	opensItself?: boolean;
	onClose?: () => void;
	children: ReactNode;
}

/** The base of all modal dialogs. The browser's native dialog is above everything, traps the focus, closes on Escape and restores the focus. */
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
		// If it is already loaded, it applies before the dialog can be shown.
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
