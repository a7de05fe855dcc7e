import { emailRules, nameRules, newPasswordRules } from '@sw/domain/access/account-forms';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { redirectParameter, safeRedirect } from '../../entities/session/redirect-to.ts';
import { LANGUAGE } from '../../lib/language.ts';
import { Field } from '../../ui/forms/field.tsx';
import css from '../../ui/forms/form.module.css';
import { FormBox, NarrowPage } from '../../ui/forms/form-box.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { StateBox } from '../../ui/states/state-box.tsx';
import { OauthButtons } from './oauth-buttons.tsx';
import { words } from './words.ts';

const RULES = { email: emailRules, password: newPasswordRules, name: nameRules };

export function SignUpForm({ redirectTo }: { redirectTo: string | undefined }) {
	const { api } = useRouteContext({ from: '__root__' });
	const [sent, setSent] = useState<{ email: string; outbox?: string | undefined }>();
	const form = useForm(RULES, { email: '', password: '', name: '' }, async (body) =>
		setSent(await api.accounts.signup({ body: { ...body, ...redirectParameter(redirectTo), language: LANGUAGE } })),
	);
	const search = redirectTo === undefined ? {} : { redirectTo };
	if (sent !== undefined) {
		return (
			<NarrowPage title={words.signUpTitle}>
				<StateBox title={words.sent} detail={words.sentConfirm(sent.email)}>
					{sent.outbox === undefined ? null : <p>{words.sentToFolder(sent.outbox)}</p>}
					<Link to="/auth/signin" search={search} className={css['link'] ?? ''}>
						{words.signIn}
					</Link>
				</StateBox>
			</NarrowPage>
		);
	}
	return (
		<NarrowPage title={words.signUpTitle}>
			<FormBox form={form} submit={words.signUp}>
				<Field form={form} name="email" label={words.email} type="email" autoComplete="username" autoFocus />
				<Field form={form} name="password" label={words.password} type="password" autoComplete="new-password" hint={words.passwordHint} />
				<Field form={form} name="name" label={words.name} autoComplete="name" hint={words.nameHint} />
			</FormBox>
			<OauthButtons redirectTo={safeRedirect(redirectTo)} />
			<p className={css['aside']}>
				{words.haveAccount}{' '}
				<Link to="/auth/signin" search={search}>
					{words.signIn}
				</Link>
			</p>
		</NarrowPage>
	);
}
