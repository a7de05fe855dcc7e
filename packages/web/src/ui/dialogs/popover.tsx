import { type FocusEvent, type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { buttonClass } from '../button.ts';
import css from './popover.module.css';

interface Props {
	/** The button's content. */
	button: ReactNode;
	label: string;
	/** Rendered only while open. */
	children: (close: () => void) => ReactNode;
	className?: string | undefined;
	/** Called when the button is hovered, touched or focused, to load the content in advance. */
	prefetch?: (() => void) | undefined;
}

/**
 * A button with a panel below it; on small screens, the panel is a sheet at the bottom. The native popover opens and closes it: by the button, by
 * Escape and by a click elsewhere. Leaving it by Tab also closes it.
 */
export function Popover({ button, label, children, className = '', prefetch: soon }: Props) {
	const id = useId();
	const [open, setOpen] = useState(false);
	const opener = useRef<HTMLButtonElement>(null);
	const panel = useRef<HTMLDivElement>(null);
	const close = (): void => panel.current?.hidePopover();
	// A layout effect, so that the panel is visible before the effects of its content, which can measure the content.
	useLayoutEffect(() => {
		if (!open) return;
		// The browser returns the focus to this element; not every browser focuses a clicked button.
		opener.current?.focus();
		panel.current?.showPopover();
		panel.current?.focus();
	}, [open]);
	const onClick = (event: MouseEvent): void => {
		if (open) return;
		// Once open, the button controls the panel, so the default action of this click would close it.
		event.preventDefault();
		setOpen(true);
	};
	const onBlur = ({ relatedTarget, currentTarget }: FocusEvent): void => {
		// Focus changes of the window itself have no target.
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
}
