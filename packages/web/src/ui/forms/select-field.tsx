import { useId } from 'react';
import css from './form.module.css';
import type { Form } from './use-form.ts';

interface Props<K extends string> {
	form: Form<K>;
	name: K;
	label: string;
	options: readonly string[];
	/** Label of an option. Default: the option itself. */
	labelOf?: (option: string) => string;
	/** Label of the empty choice, if it is allowed. */
	none?: string;
}

export function SelectField<K extends string>({ form, name, label, options, labelOf = (option) => option, none }: Props<K>) {
	const id = useId();
	const fault = form.faults[name];
	return (
		<div className={css['field']}>
			<label htmlFor={id} className={css['label']}>
				{label}
			</label>
			<select
				id={id}
				name={name}
				className={css['input']}
				value={form.values[name]}
				aria-invalid={fault !== undefined}
				aria-describedby={fault ? `${id}-fault` : undefined}
				onChange={(event) => form.set(name, event.currentTarget.value)}
			>
				{none === undefined ? null : <option value="">{none}</option>}
				{options.map((option) => (
					<option key={option} value={option}>
						{labelOf(option)}
					</option>
				))}
			</select>
			{fault ? (
				<p id={`${id}-fault`} className={css['fault']}>
					{fault}
				</p>
			) : null}
		</div>
	);
}
