import { useRouter } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useId } from 'react';
import css from './dialog.module.css';

/** The function to close a dialog by going back, loaded with the first dialog. */
let closeOnBack: typeof import('./close-on-back.ts')['closeOnBack'] | undefined;

interface Props {
	/** Opened by `dialog.current?.showModal()`, closed by `close()` or a form with method `dialog` inside. */
	dialog: RefObject<HTMLDialogElement | null>;
	/** Heading of the dialog. Undefined if the content has its own header; the accessible name is then `label`. */
	title?: string;
	label?: string;
	size?: 'narrow' | 'wide';
	/** Class of the dialog instead of the default classes. */
	boxClass?: string | undefined;
	/** Whether a click outside closes the dialog. Only for dialogs without input. */
	lightDismiss?: boolean;
	/** Whether the dialog opens on mount. */
	opensOnMount?: boolean;
	onClose?: () => void;
	children: ReactNode;
}

/** The base of all modal dialogs. The native dialog is above everything, traps the focus, closes on Escape and returns the focus. */
export function Dialog({ dialog, title, label, size, boxClass, lightDismiss = false, opensOnMount = false, onClose, children }: Props) {
	const id = useId();
	const router = useRouter();
	useEffect(() => {
		const box = dialog.current;
		if (!box) return undefined;
		let detach: (() => void) | undefined;
		let isUnmounted = false;
		const attach = (): void => {
			if (!isUnmounted) detach = closeOnBack?.(box, router);
		};
		// An already loaded function is attached at once, before the dialog can be shown.
		if (closeOnBack) attach();
		else
			import('./close-on-back.ts').then(
				(loaded) => {
					closeOnBack = loaded.closeOnBack;
					attach();
				},
				// If the function can't be loaded, going back leaves the page.
				() => {},
			);
		return () => {
			isUnmounted = true;
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
				// In React, the close event of a nested dialog also reaches the outer dialogs.
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
