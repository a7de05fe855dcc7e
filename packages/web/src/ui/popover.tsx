import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { buttonClass } from './button.ts';
import css from './popover.module.css';

interface Props {
	/** What stands on the button. */
	button: ReactNode;
	label: string;
	/** Drawn only while it is open. */
	children: (close: () => void) => ReactNode;
	className?: string | undefined;
}

/** A button with a panel below it; on small screens the panel is a sheet at the bottom. Escape and a click elsewhere close it. */
export const Popover = ({ button, label, children, className = '' }: Props) => {
	const id = useId();
	const [open, setOpen] = useState(false);
	const box = useRef<HTMLDivElement>(null);
	const opener = useRef<HTMLButtonElement>(null);
	const panel = useRef<HTMLDivElement>(null);
	const close = (): void => {
		setOpen(false);
		opener.current?.focus();
	};

	useEffect(() => {
		if (!open) return undefined;
		panel.current?.focus();
		const elsewhere = (event: Event): void => {
			const target = event.target instanceof Element ? event.target : null;
			// A modal dialog opened from within lies outside, yet belongs to it.
			if (target && !box.current?.contains(target) && !target.closest('dialog')) setOpen(false);
		};
		document.addEventListener('pointerdown', elsewhere);
		document.addEventListener('focusin', elsewhere);
		return () => {
			document.removeEventListener('pointerdown', elsewhere);
			document.removeEventListener('focusin', elsewhere);
		};
	}, [open]);

	const onKeyDown = (event: KeyboardEvent): void => {
		if (event.key !== 'Escape' || !open) return;
		event.stopPropagation();
		close();
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: it only listens for Escape from within
		<div ref={box} className={`${css['box']} needs-script`} onKeyDown={onKeyDown}>
			<button
				ref={opener}
				type="button"
				className={`${buttonClass} ${className}`}
				aria-haspopup="dialog"
				aria-expanded={open}
				aria-controls={open ? id : undefined}
				onClick={() => setOpen(!open)}
			>
				{button}
			</button>
			{open ? (
				<div ref={panel} id={id} className={css['panel']} role="dialog" aria-label={label} tabIndex={-1}>
					{children(close)}
				</div>
			) : null}
		</div>
	);
};
