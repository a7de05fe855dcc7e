import { type HTMLInputAutoCompleteAttribute, useId, useState } from 'react';
import { buttonClass } from '../button.ts';
import css from './form.module.css';
import type { Form } from './form-box.tsx';
import { formWords as words } from './words.ts';

interface Props<K extends string> {
	form: Form<K>;
	name: K;
	label: string;
	type?: 'text' | 'email' | 'password' | 'date';
	autoComplete?: HTMLInputAutoCompleteAttribute;
	hint?: string;
	autoFocus?: boolean;
}

/** A labeled field with its hint and its error, if any. */
export function Field<K extends string>({ form, name, label, type = 'text', autoComplete = 'off', hint, autoFocus = false }: Props<K>) {
	const id = useId();
	const [isShown, setIsShown] = useState(false);
	const error = form.errors[name];
	return (
		<div className={css['field']}>
			<label htmlFor={id} className={css['label']}>
				{label}
			</label>
			<div className={css['control']}>
				<input
					id={id}
					name={name}
					type={isShown ? 'text' : type}
					className={css['input']}
					value={form.values[name]}
					autoComplete={autoComplete}
					autoCapitalize={type === 'text' ? undefined : 'none'}
					spellCheck={type === 'text'}
					aria-invalid={error !== undefined}
					aria-describedby={[hint ? `${id}-hint` : '', error ? `${id}-fault` : ''].filter(Boolean).join(' ') || undefined}
					// biome-ignore lint/a11y/noAutofocus: the only field of a page that contains nothing but this form
					autoFocus={autoFocus}
					onChange={(event) => form.set(name, event.currentTarget.value)}
					onBlur={() => form.leave(name)}
				/>
				{type === 'password' ? (
					<button
						type="button"
						className={buttonClass}
						aria-pressed={isShown}
						aria-label={words.showPassword}
						onClick={() => setIsShown(!isShown)}
					>
						{isShown ? words.hide : words.show}
					</button>
				) : null}
			</div>
			{hint ? (
				<span id={`${id}-hint`} className={css['hint']}>
					{hint}
				</span>
			) : null}
			{error ? (
				<p id={`${id}-fault`} className={css['fault']}>
					{error}
				</p>
			) : null}
		</div>
	);
}

interface SelectFieldProps<K extends string> {
	form: Form<K>;
	name: K;
	label: string;
	options: readonly string[];
	/** Label of an option. Default: the option itself. */
	labelOf?: (option: string) => string;
	/** Label of the empty option. Default: there is no empty option. */
	none?: string;
}

export function SelectField<K extends string>({ form, name, label, options, labelOf = (option) => option, none }: SelectFieldProps<K>) {
	const id = useId();
	const error = form.errors[name];
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
				aria-invalid={error !== undefined}
				aria-describedby={error ? `${id}-fault` : undefined}
				onChange={(event) => form.set(name, event.currentTarget.value)}
			>
				{none === undefined ? null : <option value="">{none}</option>}
				{options.map((option) => (
					<option key={option} value={option}>
						{labelOf(option)}
					</option>
				))}
			</select>
			{error ? (
				<p id={`${id}-fault`} className={css['fault']}>
					{error}
				</p>
			) : null}
		</div>
	);
}
