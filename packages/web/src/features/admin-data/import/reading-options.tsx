import { FILE_READING } from '@sw/domain/prices/upload';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { buttonClass } from '../../../ui/button.ts';
import form from '../../../ui/forms/form.module.css';
import css from '../data.module.css';
import type { Reading } from '../queries.ts';
import { READING_KEYS, type ReadingKey } from '../reading.ts';
import { viewLink } from '../views.ts';
import { dataWords as words } from '../words.ts';

/** Reading options that a file doesn't reveal are entered here; the address keeps them, and the file is checked again with them. */
export function ReadingOptions({ upload, reading, asks }: { upload: string; reading: Reading; asks: boolean }) {
	const navigate = useNavigate();
	const reported = JSON.stringify(reading);
	const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const given = new FormData(event.currentTarget);
		const next = READING_KEYS.flatMap((key) => {
			const value = String(given.get(key) ?? '').trim();
			return value === '' ? [] : [[key, value] as const];
		});
		void navigate({ ...viewLink('import', { upload, ...Object.fromEntries(next) }), resetScroll: false });
	};
	return (
		<details open={asks || reported !== '{}'}>
			<summary className={css['summary']}>{words.howRead}</summary>
			<form className={css['row']} key={reported} onSubmit={onSubmit}>
				{READING_KEYS.map((key) => (
					<Field key={key} name={key} value={reading[key] ?? ''} />
				))}
				<button type="submit" className={buttonClass}>
					{words.judgeAgain}
				</button>
			</form>
		</details>
	);
}

function Field({ name, value }: { name: ReadingKey; value: string }) {
	const { label, flag } = words.reading[name];
	const common = { id: `reading-${name}`, name, defaultValue: value, className: form['input'], 'aria-describedby': `reading-${name}-flag` };
	return (
		<div className={css['field']}>
			<label htmlFor={common.id}>{label}</label>
			{name === 'symbol' || name === 'as_of' ? (
				<input {...common} type={name === 'as_of' ? 'date' : 'text'} maxLength={20} />
			) : (
				<select {...common}>
					<option value="">{words.asFound}</option>
					{FILE_READING[name].map((one) => (
						<option key={one} value={one}>
							{words.readingOf[one] ?? one}
						</option>
					))}
				</select>
			)}
			<small id={`${common.id}-flag`}>{flag}</small>
		</div>
	);
}
