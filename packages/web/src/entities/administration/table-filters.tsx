import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { buttonClass } from '../../ui/button.ts';
import form from '../../ui/forms/form.module.css';
import css from './administration.module.css';
import { adminLink } from './links.ts';
import { type FilterKind, type TableRules, type TableState, writeTable } from './table-state.ts';
import { adminWords } from './words.ts';

interface Props<C extends string, F extends string> {
	rules: TableRules<C, F>;
	state: TableState<C, F>;
	labels: Readonly<Record<F, string>>;
	/** Labels of filter values, where they differ from the values. */
	words?: Readonly<Partial<Record<F, Readonly<Record<string, string>>>>>;
}

interface FieldProps {
	name: string;
	label: string;
	kind: FilterKind;
	value: string;
	words: Readonly<Record<string, string>> | undefined;
}

/** The search fields of a table. Input goes into the address, which in turn fills the fields. */
export function TableFilters<C extends string, F extends string>({ rules, state, labels, words }: Props<C, F>) {
	const navigate = useNavigate();
	const keys = Object.keys(rules.filters) as F[];
	const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const form = new FormData(event.currentTarget);
		const filters = Object.fromEntries(keys.map((key) => [key, String(form.get(key) ?? '').trim()])) as Record<F, string>;
		void navigate(adminLink(rules.page, writeTable(rules, { ...state, filters, page: 1 })));
	};
	return (
		<search>
			<form className={css['row']} onSubmit={onSubmit} key={keys.map((key) => state.filters[key]).join('\n')}>
				{keys.map((key) => (
					<FilterField key={key} name={key} label={labels[key]} kind={rules.filters[key]} value={state.filters[key]} words={words?.[key]} />
				))}
				<button type="submit" className={buttonClass}>
					{adminWords.find}
				</button>
			</form>
		</search>
	);
}

function FilterField({ name, label, kind, value, words }: FieldProps) {
	return (
		<div className={css['filter']}>
			<label className={form['label']} htmlFor={`filter-${name}`}>
				{label}
			</label>
			{kind === 'text' || kind === 'date' ? (
				<input
					id={`filter-${name}`}
					name={name}
					type={kind === 'date' ? 'date' : 'search'}
					defaultValue={value}
					className={form['input']}
					maxLength={200}
				/>
			) : (
				<select id={`filter-${name}`} name={name} defaultValue={value} className={form['input']}>
					<option value="">{adminWords.any}</option>
					{kind.map((one) => (
						<option key={one} value={one}>
							{words?.[one] ?? one}
						</option>
					))}
				</select>
			)}
		</div>
	);
}
