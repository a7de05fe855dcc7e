import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import css from './combobox.module.css';

interface Props<T> {
	label: string;
	/** Name of the list of options. */
	listLabel: string;
	text: string;
	/** Called with the typed text. The calling component finds the matching options. */
	onText: (text: string) => void;
	options: readonly T[];
	keyOf: (option: T) => string | number;
	renderOption: (option: T) => ReactNode;
	onSelect: (option: T) => void;
	placeholder?: string;
	maxLength?: number;
	/** Class of the field. */
	className?: string | undefined;
}

/**
 * A field with a list of matching options. Arrow keys move through the options while the focus stays in the field, and Enter selects one. Without
 * options, Enter submits the form.
 */
export function Combobox<T>(props: Props<T>) {
	const { label, listLabel, text, onText, options, keyOf, renderOption, onSelect, placeholder, maxLength, className } = props;
	const id = useId();
	const [activeIndex, setActiveIndex] = useState(0);
	const at = Math.min(activeIndex, Math.max(0, options.length - 1));
	const current = options[at];
	const onKeyDown = (event: KeyboardEvent): void => {
		// During composition, Enter and arrow keys belong to the input method.
		if (event.nativeEvent.isComposing || current === undefined) return;
		const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
		if (step !== 0) setActiveIndex((at + step + options.length) % options.length);
		else if (event.key === 'Enter') onSelect(current);
		else return;
		event.preventDefault();
	};
	return (
		<>
			<input
				className={className}
				role="combobox"
				aria-label={label}
				aria-autocomplete="list"
				aria-expanded={options.length > 0}
				aria-controls={`${id}-list`}
				aria-activedescendant={current === undefined ? undefined : `${id}-${at}`}
				autoComplete="off"
				spellCheck={false}
				maxLength={maxLength}
				placeholder={placeholder}
				value={text}
				onChange={(event) => {
					setActiveIndex(0);
					onText(event.currentTarget.value);
				}}
				onKeyDown={onKeyDown}
			/>
			<div id={`${id}-list`} className={css['list']} role="listbox" aria-label={listLabel}>
				{options.map((option, i) => (
					// biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the list's keys
					<div
						key={keyOf(option)}
						id={`${id}-${i}`}
						role="option"
						tabIndex={-1}
						aria-selected={i === at}
						className={css['option']}
						onPointerMove={() => setActiveIndex(i)}
						onClick={() => onSelect(option)}
					>
						{renderOption(option)}
					</div>
				))}
			</div>
		</>
	);
}
