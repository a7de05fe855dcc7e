import { anyPasswordRules } from '@sw/domain/access/account-forms';
import { KEY_SCOPES, type KeyScope } from '@sw/domain/access/api-key';
import { maxLength, required } from '@sw/domain/access/form-rules';
import { useRouteContext } from '@tanstack/react-router';
import { useId } from 'react';
import { Field } from '../../../ui/forms/field.tsx';
import form from '../../../ui/forms/form.module.css';
import { FormBox } from '../../../ui/forms/form-box.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { type Form, useForm } from '../../../ui/forms/use-form.ts';
import { withPassword } from '../factor-parts.tsx';
import css from '../panel.module.css';
import { words as account } from '../words.ts';
import { keysWords as words } from './keys-words.ts';

const DAYS = ['30', '90', '365'] as const;
const EMPTY = { name: '', scopes: 'lists:read', days: '90', password: '' };

/** The form that creates a key; `made` receives the key, which is shown once. */
export function MakeKey({ hasPassword, made }: { hasPassword: boolean; made(name: string, key: string): Promise<void> }) {
	const { api } = useRouteContext({ from: '__root__' });
	const rules = { name: [required(), maxLength(100)], scopes: [required()], days: [], password: hasPassword ? anyPasswordRules : [] };
	const fields = useForm(rules, EMPTY, async ({ name, scopes, days, password }) => {
		const { key } = await api.accounts.createKey({ body: { name, scopes: chosen(scopes), days: Number(days), ...withPassword(password) } });
		fields.reset(EMPTY);
		await made(name, key);
	});
	return (
		<FormBox form={fields} submit={words.make}>
			<Field form={fields} name="name" label={words.name} hint={words.nameHint} />
			<Scopes of={fields} />
			<SelectField form={fields} name="days" label={words.days} options={DAYS} labelOf={words.daysOf} />
			{hasPassword ? (
				<Field form={fields} name="password" label={account.presentPassword} type="password" autoComplete="current-password" />
			) : null}
		</FormBox>
	);
}

/** A set of options as one form field. */
function chosen(scopes: string): KeyScope[] {
	return KEY_SCOPES.filter((scope) => scopes.split(' ').includes(scope));
}

function Scopes({ of: { values, faults, set } }: { of: Form<'scopes'> }) {
	const id = useId();
	const now = chosen(values.scopes);
	const toggle = (scope: KeyScope, on: boolean): void =>
		set('scopes', KEY_SCOPES.filter((one) => (one === scope ? on : now.includes(one))).join(' '));
	return (
		<fieldset className={css['choices']} aria-describedby={faults.scopes ? id : undefined}>
			<legend>{words.scopesLabel}</legend>
			{KEY_SCOPES.map((scope) => (
				<label key={scope} className={css['choice']}>
					<input
						type="checkbox"
						name="scopes"
						checked={now.includes(scope)}
						onChange={(event) => toggle(scope, event.currentTarget.checked)}
					/>
					{words.scopes[scope]}
				</label>
			))}
			{faults.scopes ? (
				<p id={id} className={form['fault']}>
					{faults.scopes}
				</p>
			) : null}
		</fieldset>
	);
}
