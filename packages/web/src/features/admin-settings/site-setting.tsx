import { useRouteContext } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import form from '../../ui/forms/form.module.css';
import type { Setting } from './queries.ts';
import css from './settings.module.css';
import { fieldText, typedValue } from './typed-value.ts';
import { settingWords as words } from './words.ts';

interface FieldProps {
	id: string;
	setting: Setting;
	text: string;
	isFaulty: boolean;
	set(text: string): void;
}

/** A site setting with its meaning and a reset button. For an unknown type, only the value is shown. */
export function SiteSetting({ setting }: { setting: Setting }) {
	const { api } = useRouteContext({ from: '__root__' });
	const id = useId();
	const { name, value, fallback, about, bounds } = setting;
	const [typed, type] = useState<string>();
	const shown = words.nameOf(name);
	const [now, standard] = [words.valueOf(value), words.valueOf(fallback)];
	const inForce = fieldText(setting);
	const text = typed ?? inForce ?? '';
	const typedSettingValue = inForce === undefined ? undefined : typedValue(setting, text);
	const save = async (next: boolean | number | string | null): Promise<string> => {
		const { items } = await api.operations.saveSettings({ body: { settings: { [name]: next } } });
		type(undefined);
		return words.saved(words.valueOf(items.find((item) => item.name === name)?.value ?? fallback));
	};
	return (
		<li className={css['setting']}>
			<div className={css['about']}>
				<label htmlFor={inForce === undefined ? undefined : id}>{shown}</label>
				<p id={`${id}-about`}>
					{about} {words.standard(standard)} {bounds ? words.bounds(bounds) : ''}
				</p>
			</div>
			{inForce === undefined ? (
				<p className={css['elsewhere']}>{words.elsewhere(now)}</p>
			) : (
				<div className={css['control']}>
					<SettingField id={id} setting={setting} text={text} isFaulty={typedSettingValue === undefined} set={type} />
					<ActionButton
						label={words.save}
						named={words.saveNamed(shown)}
						will={words.saveWill(shown, now, typedSettingValue === undefined ? text : words.valueOf(typedSettingValue))}
						sure={words.sure}
						act={() => save(typedSettingValue ?? null)}
						disabled={typedSettingValue === undefined || typedSettingValue === value}
					/>
					<ActionButton
						label={words.back}
						named={words.backNamed(shown)}
						will={words.backWill(shown, now, standard)}
						sure={words.sure}
						act={() => save(null)}
						disabled={value === fallback}
					/>
				</div>
			)}
		</li>
	);
}

function SettingField({ id, setting: { value, bounds, choices }, text, isFaulty, set }: FieldProps) {
	const options = typeof value === 'boolean' ? [words.on, words.off] : choices;
	return options ? (
		<select
			id={id}
			className={form['input']}
			aria-describedby={`${id}-about`}
			value={text}
			onChange={(event) => set(event.currentTarget.value)}
		>
			{options.map((option) => (
				<option key={option}>{option}</option>
			))}
		</select>
	) : (
		<input
			id={id}
			type={typeof value === 'number' ? 'number' : 'text'}
			className={form['input']}
			aria-describedby={`${id}-about`}
			aria-invalid={isFaulty}
			min={bounds?.least}
			max={bounds?.most}
			step={1}
			value={text}
			onChange={(event) => set(event.currentTarget.value)}
		/>
	);
}
