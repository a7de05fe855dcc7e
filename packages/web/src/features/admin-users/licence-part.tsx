import { LICENCES, type Licence } from '@sw/domain/reports/licence';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { endOfDay, lastDay } from '../../entities/administration/last-day.ts';
import form from '../../ui/forms/form.module.css';
import type { User } from './queries.ts';
import { ReasonField } from './reason-field.tsx';
import css from './users.module.css';
import { userWords as words } from './words.ts';

/** A licence granted by an administrator: which, until when, and why. */
export function LicencePart({ user }: { user: User }) {
	const { api } = useRouteContext({ from: '__root__' });
	const [license, choose] = useState<Licence>(user.license ?? LICENCES[0]);
	const [last, end] = useState(lastDay(user.license_expires));
	const [reason, say] = useState('');
	const change = async (next: Licence | null, expires: string | null): Promise<void> => {
		const because = reason.trim();
		await api.accounts.changeUser({
			params: { id: user.user_id },
			body: { license: next, license_expires: expires, ...(because ? { reason: because } : {}) },
		});
		say('');
	};
	const give = async (): Promise<string> => {
		await change(license, endOfDay(last));
		return words.gave(user.email, license, last);
	};
	const take = async (): Promise<string> => {
		await change(null, null);
		return words.took(user.email);
	};
	return (
		<section className={css['part']} aria-labelledby="user-licence">
			<h2 id="user-licence">{words.licencePart}</h2>
			<p className={css['note']}>{words.licenceNote}</p>
			<div className={css['row']}>
				<label className={css['field']}>
					{words.license}
					<select
						className={form['input']}
						value={license}
						onChange={({ currentTarget: { value } }) => choose(LICENCES.find((one) => one === value) ?? LICENCES[0])}
					>
						{LICENCES.map((one) => (
							<option key={one}>{one}</option>
						))}
					</select>
				</label>
				<label className={css['field']}>
					{words.licenceEnd}
					<input type="date" className={form['input']} value={last} onChange={({ currentTarget: { value } }) => end(value)} />
				</label>
				<ReasonField value={reason} set={say} />
				<ActionButton label={words.give} will={words.giveWill(user.email, license, last)} sure={words.sure} act={give} />
				<ActionButton
					label={words.take}
					will={words.takeWill(user.email, user.license ?? '')}
					sure={words.sure}
					act={take}
					disabled={user.license === null}
				/>
			</div>
		</section>
	);
}
