import { SECTORS, sectorLabel } from '@sw/domain/signals/sector';
import { type FormEvent, type ReactNode, useState } from 'react';
import { buttonClass } from '../../ui/button.ts';
import { Toggles } from '../../ui/controls/toggles.tsx';
import form from '../../ui/form.module.css';
import { Labelled } from '../../ui/forms/labelled.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import type { Stated } from './search-state.ts';
import css from './signal-search.module.css';
import { words } from './words.ts';

const NAME_LENGTH = 100;
const SECTOR_OPTIONS = SECTORS.map(({ key }) => ({ name: key, label: sectorLabel(key) }));
const FIELDS = ['name', 'from', 'to', 'filters'] as const;

interface Props {
	stated: Stated;
	change: (stated: Stated) => void;
	/** Tab, timeframes and the grid of conditions. */
	conditions: ReactNode;
	/** The submit button. */
	label: string;
	send: (stated: Stated, name: string) => Promise<void>;
}

/** The search form: conditions, days, sectors and a name. */
export function QuestionForm({ stated, change, conditions, label, send }: Props) {
	const [name, setName] = useState('');
	const sending = useSubmit(FIELDS);
	const onSubmit = (event: FormEvent): void => {
		event.preventDefault();
		sending.send(() => send(stated, name.trim()));
	};
	const day = (which: 'from' | 'to') => (
		<Labelled label={words[which]} hint={words[`${which}Hint`]} fault={sending.refusals[which]}>
			{(described) => (
				<input
					{...described}
					type="date"
					className={form['input']}
					value={stated[which] ?? ''}
					onChange={(event) => {
						sending.change(which);
						change({ ...stated, [which]: event.currentTarget.value || undefined });
					}}
				/>
			)}
		</Labelled>
	);
	return (
		<form className={css['form']} onSubmit={onSubmit} noValidate>
			{conditions}
			<div className={css['days']}>
				<div>{day('from')}</div>
				<div>{day('to')}</div>
			</div>
			<Toggles
				label={words.sectors}
				hint={words.sectorsHint}
				options={SECTOR_OPTIONS}
				chosen={stated.sectors}
				choose={(sectors) => change({ ...stated, sectors })}
			/>
			<Labelled label={words.name} fault={sending.refusals.name}>
				{(described) => (
					<input
						{...described}
						className={form['input']}
						value={name}
						maxLength={NAME_LENGTH}
						onChange={(event) => {
							sending.change('name');
							setName(event.currentTarget.value);
						}}
					/>
				)}
			</Labelled>
			{(sending.failure ?? sending.refusals.filters) ? (
				<p className={form['fault']} role="alert">
					{sending.failure ?? sending.refusals.filters}
				</p>
			) : null}
			<button type="submit" className={buttonClass} disabled={sending.busy}>
				{label}
			</button>
		</form>
	);
}
