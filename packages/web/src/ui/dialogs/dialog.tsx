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
	boxClass?: string | undefined;
	/** Whether a click outside closes it; only for dialogs without input. */
	lightDismiss?: boolean;
	/** Whether it opens on mount. */
	opensOnMount?: boolean;
	onClose?: () => void;
	children: ReactNode;
}

/** The base of all modal dialogs. The browser's native dialog is above everything, traps the focus, closes on Escape and restores the focus. */
export function Dialog({ dialog, title, label, size, boxClass, lightDismiss = false, opensOnMount = false, onClose, children }: Props) {
	const id = useId();
	const router = useRouter();
	useEffect(() => {
		const box = dialog.current;
		if (!box) return undefined;
		let detach: (() => void) | undefined;
		let gone = false;
		const attach = (): void => {
			if (!gone) detach = closeOnBack?.(box, router);
		};
		// If it is already loaded, it applies before the dialog can be shown.
		if (closeOnBack) attach();
		else
			import('./close-on-back.ts').then(
				(loaded) => {
					closeOnBack = loaded.closeOnBack;
					attach();
				},
				// Without it, going back leaves the page.
				() => {},
			);
		return () => {
			gone = true;
			detach?.();
		};
	}, [dialog, router]);
	useEffect(() => {
		if (opensOnMount && !dialog.current?.open) dialog.current?.showModal();
	}, [opensOnMount, dialog]);
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
		<dialog
			ref={dialog}
			className={boxClass ?? (size ? `${css['dialog']} ${css[size]}` : css['dialog'])}
			aria-label={label}
			aria-labelledby={title === undefined ? undefined : id}
			onClose={(event) => {
				// React propagates the close event of a nested dialog to the outer ones.
				if (event.target === event.currentTarget) onClose?.();
			}}
			onClick={(event) => {
				if (lightDismiss && event.target === event.currentTarget) event.currentTarget.close();
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
