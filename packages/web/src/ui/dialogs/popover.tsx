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
 * A button with a panel below it, or with a sheet at the bottom on small screens. The panel is a native popover: the button, Escape or a click
 * elsewhere closes it. Tab closes it too when the focus leaves.
 */
export function Popover({ button, label, children, className = '', prefetch }: Props) {
	const id = useId();
	const [isOpen, setIsOpen] = useState(false);
	const opener = useRef<HTMLButtonElement>(null);
	const panel = useRef<HTMLDivElement>(null);
	const close = (): void => panel.current?.hidePopover();
	// A layout effect shows the panel before the effects of its content run, because these effects can measure it.
	useLayoutEffect(() => {
		if (!isOpen) return;
		// When the panel closes, the browser focuses this button again. Some browsers don't focus a clicked button, so it is focused here.
		opener.current?.focus();
		panel.current?.showPopover();
		panel.current?.focus();
	}, [isOpen]);
	const onClick = (event: MouseEvent): void => {
		if (isOpen) return;
		// Prevents the default action: the button controls the open panel, so this click would close it again.
		event.preventDefault();
		setIsOpen(true);
	};
	const onBlur = ({ relatedTarget, currentTarget }: FocusEvent): void => {
		// When the whole window loses the focus, the event has no target.
		if (isOpen && relatedTarget && !currentTarget.contains(relatedTarget)) close();
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: the handler only reacts when the focus leaves
		<div className={`${css['box']} needs-script`} onBlur={onBlur}>
			<button
				ref={opener}
				type="button"
				className={`${buttonClass} ${className}`}
				popoverTarget={isOpen ? id : undefined}
				aria-haspopup="dialog"
				aria-expanded={isOpen}
				aria-controls={isOpen ? id : undefined}
				onPointerEnter={prefetch}
				onFocus={prefetch}
				onClick={onClick}
			>
				{button}
			</button>
			{isOpen ? (
				<div
					ref={panel}
					id={id}
					popover="auto"
					className={css['panel']}
					role="dialog"
					aria-label={label}
					tabIndex={-1}
					onToggle={(event) => {
						if (event.target === event.currentTarget && event.newState === 'closed') setIsOpen(false);
					}}
				>
					{children(close)}
				</div>
			) : null}
		</div>
	);
}
