import { anyPasswordRules, BLOCKED_ACCOUNT_MESSAGE, emailRules, maxLength } from '@sw/domain/access/form-rules';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSignInOut } from '../../entities/session/browser-session.tsx';
import { safeRedirect, useSession } from '../../entities/session/session-query.ts';
import { useSignUpMode } from '../../entities/session/site-query.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { buttonClass } from '../../ui/button.ts';
import { Field } from '../../ui/forms/field.tsx';
import css from '../../ui/forms/form.module.css';
import { FormBox, NarrowPage, useForm } from '../../ui/forms/form-box.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { useCaptcha } from './captcha.tsx';
import { factorWords } from './factor-words.ts';
import { OauthButtons, ProviderSignIn } from './oauth-buttons.tsx';
import { usePasswordsEnabled } from './queries.ts';
import { PasskeyButton } from './second-step.tsx';
import { words } from './words.ts';

const RULES = { email: emailRules, password: anyPasswordRules, code: [maxLength(200)] };

interface Props {
	redirectTo: string | undefined;
	/** Shown when a sign-in link from a mail is no longer valid. */
	linkExpired: boolean;
}

export function SignInForm({ redirectTo, linkExpired }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const { state } = useSession();
	const { finishSignIn, continueTo } = useSignInOut();
	const mode = useSignUpMode();
	const passwordsEnabled = usePasswordsEnabled();
	const captcha = useCaptcha('login');
	const [asksCode, setAsksCode] = useState(false);
	const form = useForm(RULES, { email: '', password: '', code: '' }, async ({ email, password, code }) => {
		const body = { email, password, ...(asksCode && code !== '' ? { code } : {}) };
		const headers = { captcha: await captcha.getToken() };
		const expiries = await api.accounts.login({ body, headers }).catch((error: unknown) => {
			// The first time the server asks for a code isn't an error.
			if (asksCode || !requiresCode(error)) throw error;
			return undefined;
		});
		if (expiries) await finishSignIn(expiries, redirectTo);
		else setAsksCode(true);
	});
	const isSignedIn = state === 'auth';
	// Already signed in: in another tab, or by a refresh that restored the session.
	useEffect(() => {
		if (isSignedIn && !form.busy) continueTo(redirectTo);
	}, [isSignedIn, form.busy, redirectTo, continueTo]);
	if (!passwordsEnabled) return <ProviderSignIn redirectTo={redirectTo} />;
	return (
		<NarrowPage title={words.signInTitle}>
			{linkExpired ? <Notice>{words.linkExpired}</Notice> : null}
			<FormBox form={form} submitLabel={words.signIn}>
				<Field form={form} name="email" label={words.email} type="email" autoComplete="username" autoFocus />
				<Field form={form} name="password" label={words.password} type="password" autoComplete="current-password" />
				{asksCode ? (
					<Field form={form} name="code" label={factorWords.code} autoComplete="one-time-code" hint={factorWords.stepHint} autoFocus />
				) : null}
				{captcha.widget}
			</FormBox>
			{form.failure === BLOCKED_ACCOUNT_MESSAGE ? (
				<p className={css['aside']}>
					{words.blocked}{' '}
					<button type="button" className={buttonClass} data-act="contact">
						{words.contact}
					</button>
				</p>
			) : null}
			<PasskeyButton redirectTo={redirectTo} />
			<OauthButtons redirectTo={safeRedirect(redirectTo)} />
			<p className={css['aside']}>
				<Link to="/auth/forgot-password" search={redirectTo === undefined ? {} : { redirectTo }}>
					{words.forgot}
				</Link>
			</p>
			<p className={css['aside']}>
				{mode === 'open' ? (
					<>
						{words.noAccount}{' '}
						<Link to="/auth/signup" search={redirectTo === undefined ? {} : { redirectTo }}>
							{words.signUp}
						</Link>
					</>
				) : (
					words.notOpen[mode].title
				)}
			</p>
		</NarrowPage>
	);
}

/** Whether sign-in failed only because the account has a second factor. */
function requiresCode(error: unknown): boolean {
	return error instanceof ApiError && error.status === 422 && (error.problem?.errors.some(({ field }) => field === 'code') ?? false);
}
