import { type FocusEvent, type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { buttonClass } from './button.ts';
import css from './popover.module.css';

interface Props {
	/** The button's content. */
	button: ReactNode;
	label: string;
	/** Drawn only while it is open. */
	children: (close: () => void) => ReactNode;
	className?: string | undefined;
	/** A pointer, a finger or the focus has come to the button: what is drawn may be fetched. */
	soon?: (() => void) | undefined;
}

/**
 * A button with a panel below it; on small screens the panel is a sheet at the bottom. The platform's popover opens and closes it: by the
 * button, by Escape and by a click elsewhere. Leaving it by Tab closes it, too.
 */
export const Popover = ({ button, label, children, className = '', soon }: Props) => {
	const id = useId();
	const [open, setOpen] = useState(false);
	const opener = useRef<HTMLButtonElement>(null);
	const panel = useRef<HTMLDivElement>(null);
	const close = (): void => panel.current?.hidePopover();
	// Shown before the effects of what is drawn in it, which may measure themselves.
	useLayoutEffect(() => {
		if (!open) return;
		// Where the platform gives the focus back to; not every browser focuses a button that is clicked.
		opener.current?.focus();
		panel.current?.showPopover();
		panel.current?.focus();
	}, [open]);
	const onClick = (event: MouseEvent): void => {
		if (open) return;
		// The button is tied to the panel from now on: this very click would close it again.
		event.preventDefault();
		setOpen(true);
	};
	const onBlur = ({ relatedTarget, currentTarget }: FocusEvent): void => {
		// The window's own coming and going has no target.
		if (open && relatedTarget && !currentTarget.contains(relatedTarget)) close();
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: it only hears the focus leave
		<div className={`${css['box']} needs-script`} onBlur={onBlur}>
			<button
				ref={opener}
				type="button"
				className={`${buttonClass} ${className}`}
				popoverTarget={open ? id : undefined}
				aria-haspopup="dialog"
				aria-expanded={open}
				aria-controls={open ? id : undefined}
				onPointerEnter={soon}
				onFocus={soon}
				onClick={onClick}
			>
				{button}
			</button>
			{open ? (
				<div
					ref={panel}
					id={id}
					popover="auto"
					className={css['panel']}
					role="dialog"
					aria-label={label}
					tabIndex={-1}
					onToggle={(event) => {
						if (event.target === event.currentTarget && event.newState === 'closed') setOpen(false);
					}}
				>
					{children(close)}
				</div>
			) : null}
		</div>
	);
};
