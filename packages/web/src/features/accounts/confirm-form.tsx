import { anyPasswordRules, newPasswordRules } from '@sw/domain/access/account-forms';
import { useState } from 'react';
import { buttonClass } from '../../ui/button.ts';
import { Field } from '../../ui/forms/field.tsx';
import { FormBox } from '../../ui/forms/form-box.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { Notice } from '../../ui/states/notice.tsx';
import { words } from './words.ts';

/** What proves that the reader owns the account behind the link. */
export interface Proof {
	password?: string;
	new_password?: string;
}

interface Props {
	send(proof: Proof): Promise<void>;
}

/** A link opened in another browser, such as on a phone, needs the account's password, or replaces it. */
export function ConfirmForm({ mayChooseNew, send }: Props & { mayChooseNew: boolean }) {
	const [isNew, setNew] = useState(false);
	return (
		<>
			<Notice tone="plain">{words.confirmOther}</Notice>
			{isNew ? <Fresh send={send} /> : <Known send={send} />}
			{mayChooseNew && !isNew ? (
				<p>
					<button type="button" className={buttonClass} onClick={() => setNew(true)}>
						{words.chooseNew}
					</button>
				</p>
			) : null}
		</>
	);
}

function Fresh({ send }: Props) {
	const form = useForm({ new_password: newPasswordRules }, { new_password: '' }, send);
	return (
		<FormBox form={form} submit={words.confirmIt}>
			<Field
				form={form}
				name="new_password"
				label={words.newPassword}
				type="password"
				autoComplete="new-password"
				hint={words.chooseNewHint}
				autoFocus
			/>
		</FormBox>
	);
}

function Known({ send }: Props) {
	const form = useForm({ password: anyPasswordRules }, { password: '' }, send);
	return (
		<FormBox form={form} submit={words.confirmIt}>
			<Field form={form} name="password" label={words.chosenPassword} type="password" autoComplete="current-password" autoFocus />
		</FormBox>
	);
}
