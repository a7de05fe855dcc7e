import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import form from '../../ui/forms/form.module.css';
import css from './data.module.css';
import { type Closure, changeClosures } from './queries.ts';
import { viewLink } from './views.ts';
import { dataWords as words } from './words.ts';

const KINDS = ['full', 'early-close'] as const satisfies readonly Closure['type'][];

/** Adds a future day on which the exchange is closed or closes early, besides its regular holidays. */
export function NewClosure() {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const [{ date, type, name }, change] = useState<Closure>({ date: '', type: 'full', name: '' });
	const closure = { date, type, name: name.trim() };
	const act = async (): Promise<string> => {
		await changeClosures(api, (closures) => [...closures.filter((one) => one.date !== date), closure]);
		change({ date: '', type: 'full', name: '' });
		void navigate(viewLink('holidays', { year: date.slice(0, 4) }));
		return words.closed(date, type);
	};
	return (
		<div className={css['row']}>
			<label className={css['field']}>
				{words.day}
				<input
					type="date"
					className={form['input']}
					value={date}
					onChange={({ currentTarget: { value } }) => change({ date: value, type, name })}
				/>
			</label>
			<label className={css['field']}>
				{words.how}
				<select
					className={form['input']}
					value={type}
					onChange={({ currentTarget: { value } }) => change({ date, type: KINDS.find((kind) => kind === value) ?? 'full', name })}
				>
					{KINDS.map((kind) => (
						<option key={kind} value={kind}>
							{words.howOf[kind]}
						</option>
					))}
				</select>
			</label>
			<label className={css['field']}>
				{words.why}
				<input
					className={form['input']}
					value={name}
					maxLength={100}
					placeholder={words.whyHint}
					onChange={({ currentTarget: { value } }) => change({ date, type, name: value })}
				/>
			</label>
			<ActionButton
				label={words.addClosure}
				will={words.addWill(date, type)}
				sure={words.sure}
				act={act}
				disabled={date === '' || closure.name === ''}
			/>
		</div>
	);
}

/** Removes a closure that an administrator added. */
export function WithdrawClosure({ closure: { date, name } }: { closure: Closure }) {
	const { api } = useRouteContext({ from: '__root__' });
	const act = async (): Promise<string> => {
		await changeClosures(api, (closures) => closures.filter((one) => one.date !== date));
		return words.opened(date);
	};
	return (
		<ActionButton
			label={words.takeBack}
			named={words.takeBackNamed(date)}
			will={words.takeBackWill(date, name)}
			sure={words.sure}
			act={act}
		/>
	);
}
