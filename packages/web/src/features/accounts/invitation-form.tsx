import { emailRules, nameRules, newPasswordRules } from '@sw/domain/access/account-forms';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { redirectParameter } from '../../entities/session/redirect-to.ts';
import { useSign } from '../../entities/session/use-sign.ts';
import { LANGUAGE } from '../../lib/language.ts';
import { Field } from '../../ui/forms/field.tsx';
import css from '../../ui/forms/form.module.css';
import { FormBox, NarrowPage } from '../../ui/forms/form-box.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import { sentenceOf } from './link-fault.ts';
import { invitationQuery } from './queries.ts';
import { words } from './words.ts';

interface Props {
	id: string;
	code: string;
	redirectTo: string | undefined;
}

/** The page of an invitation link, and of the setup link for the first administrator. */
export function InvitationForm({ id, code, redirectTo }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const { enter } = useSign();
	const { data, error } = useQuery(invitationQuery(api, id, code));
	const [sentTo, setSentTo] = useState<string>();
	const bound = data?.email ?? null;
	const rules = { email: bound === null ? emailRules : [], password: newPasswordRules, name: nameRules };
	const form = useForm(rules, { email: '', password: '', name: '' }, async ({ email, password, name }) => {
		const body = { code, password, name, ...(bound === null ? { email } : {}), ...redirectParameter(redirectTo), language: LANGUAGE };
		const accepted = await api.accounts.acceptInvitation({ params: { id }, body });
		if (accepted.session) await enter(accepted.session, redirectTo);
		else setSentTo(accepted.email);
	});
	const title = data?.setup ? words.setupTitle : words.signUpTitle;
	if (error || sentTo !== undefined) {
		return (
			<NarrowPage title={title}>
				<StateBox title={error ? words.invitationFailed : words.sent} detail={error ? sentenceOf(error) : words.sentConfirm(sentTo ?? '')}>
					<Link to="/auth/signin" className={css['link'] ?? ''}>
						{words.signIn}
					</Link>
				</StateBox>
			</NarrowPage>
		);
	}
	if (!data) {
		return (
			<NarrowPage title={title}>
				<p role="status" aria-busy="true">
					{common.loading}
				</p>
			</NarrowPage>
		);
	}
	return (
		<NarrowPage title={title}>
			{data.setup ? <p>{words.setupNote}</p> : null}
			{bound === null ? null : <p>{words.invitedAs(bound)}</p>}
			<FormBox form={form} submit={words.signUp}>
				{bound === null ? <Field form={form} name="email" label={words.email} type="email" autoComplete="username" autoFocus /> : null}
				<Field
					form={form}
					name="password"
					label={words.password}
					type="password"
					autoComplete="new-password"
					hint={words.passwordHint}
					autoFocus={bound !== null}
				/>
				<Field form={form} name="name" label={words.name} autoComplete="name" hint={words.nameHint} />
			</FormBox>
		</NarrowPage>
	);
}
