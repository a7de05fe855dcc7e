import { emailRules, nameRules, newPasswordRules } from '@sw/domain/access/form-rules';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { useSignInOut } from '../../entities/session/browser-session.tsx';
import { redirectParameter, safeRedirect } from '../../entities/session/session-query.ts';
import { LANGUAGE } from '../../lib/language.ts';
import { Field } from '../../ui/forms/field.tsx';
import css from '../../ui/forms/form.module.css';
import { FormBox, NarrowPage, useForm } from '../../ui/forms/form-box.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import { formatSentence } from './link-fault.ts';
import { OauthButtons } from './oauth-buttons.tsx';
import { invitationQuery } from './queries.ts';
import { words } from './words.ts';

const RULES = { email: emailRules, password: newPasswordRules, name: nameRules };

export function SignUpForm({ redirectTo }: { redirectTo: string | undefined }) {
	const { api } = useRouteContext({ from: '__root__' });
	const [sentMail, setSentMail] = useState<{ email: string; outbox?: string | undefined }>();
	const form = useForm(RULES, { email: '', password: '', name: '' }, async (body) =>
		setSentMail(await api.accounts.signup({ body: { ...body, ...redirectParameter(redirectTo), language: LANGUAGE } })),
	);
	const search = redirectTo === undefined ? {} : { redirectTo };
	if (sentMail !== undefined) {
		return (
			<NarrowPage title={words.signUpTitle}>
				<StateBox title={words.sent} detail={words.sentConfirm(sentMail.email)}>
					{sentMail.outbox === undefined ? null : <p>{words.sentToFolder(sentMail.outbox)}</p>}
					<Link to="/auth/signin" search={search} className={css['link'] ?? ''}>
						{words.signIn}
					</Link>
				</StateBox>
			</NarrowPage>
		);
	}
	return (
		<NarrowPage title={words.signUpTitle}>
			<FormBox form={form} submitLabel={words.signUp}>
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

interface Props {
	id: string;
	code: string;
	redirectTo: string | undefined;
}

/** The page that opens from an invitation link, or from the setup link for the first administrator. */
export function InvitationForm({ id, code, redirectTo }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const { finishSignIn } = useSignInOut();
	const { data, error } = useQuery(invitationQuery(api, id, code));
	const [sentTo, setSentTo] = useState<string>();
	const invitedEmail = data?.email ?? null;
	const rules = { email: invitedEmail === null ? emailRules : [], password: newPasswordRules, name: nameRules };
	const form = useForm(rules, { email: '', password: '', name: '' }, async ({ email, password, name }) => {
		const body = {
			code,
			password,
			name,
			...(invitedEmail === null ? { email } : {}),
			...redirectParameter(redirectTo),
			language: LANGUAGE,
		};
		const acceptance = await api.accounts.acceptInvitation({ params: { id }, body });
		if (acceptance.session) await finishSignIn(acceptance.session, redirectTo);
		else setSentTo(acceptance.email);
	});
	const title = data?.setup ? words.setupTitle : words.signUpTitle;
	if (error || sentTo !== undefined) {
		return (
			<NarrowPage title={title}>
				<StateBox
					title={error ? words.invitationFailed : words.sent}
					detail={error ? formatSentence(error) : words.sentConfirm(sentTo ?? '')}
				>
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
			{invitedEmail === null ? null : <p>{words.invitedAs(invitedEmail)}</p>}
			<FormBox form={form} submitLabel={words.signUp}>
				{invitedEmail === null ? (
					<Field form={form} name="email" label={words.email} type="email" autoComplete="username" autoFocus />
				) : null}
				<Field
					form={form}
					name="password"
					label={words.password}
					type="password"
					autoComplete="new-password"
					hint={words.passwordHint}
					autoFocus={invitedEmail !== null}
				/>
				<Field form={form} name="name" label={words.name} autoComplete="name" hint={words.nameHint} />
			</FormBox>
		</NarrowPage>
	);
}
