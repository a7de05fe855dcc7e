import css from './toggles.module.css';

interface Props<T extends string> {
	label: string;
	hint?: string;
	options: readonly { name: T; label: string; title?: string }[];
	selected: readonly T[];
	/** Called after a click with the new selection, sorted like the options. */
	onSelect: (chosen: T[]) => void;
	/** Whether one option is always selected, and only one. */
	single?: boolean;
}

/** A group of toggle buttons. */
export function Toggles<T extends string>({ label, hint, options, selected, onSelect, single = false }: Props<T>) {
	return (
		<fieldset className={css['group']}>
			<legend className={css['label']}>
				{label} {hint ? <small>{hint}</small> : null}
			</legend>
			<div className={css['row']}>
				{options.map(({ name, label: text, title }) => {
					const isOn = selected.includes(name);
					const next = single ? [name] : options.map((o) => o.name).filter((other) => (other === name ? !isOn : selected.includes(other)));
					return (
						<button key={name} type="button" className={css['toggle']} aria-pressed={isOn} title={title} onClick={() => onSelect(next)}>
							{text}
						</button>
					);
				})}
			</div>
		</fieldset>
	);
}
