import { emailRules, newPasswordRules } from '@sw/domain/access/form-rules';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { redirectParameter } from '../../entities/session/session-query.ts';
import { Field } from '../../ui/forms/field.tsx';
import css from '../../ui/forms/form.module.css';
import { FormBox, NarrowPage, useForm } from '../../ui/forms/form-box.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { useCaptcha } from './captcha.tsx';
import { explainLinkError } from './link-fault.ts';
import { words } from './words.ts';

interface RedirectProps {
	redirectTo: string | undefined;
}

const REQUEST_RULES = { email: emailRules };
const RESET_RULES = { password: newPasswordRules };

/** Form that requests a password reset link. The confirmation doesn't reveal whether the e-mail address has an account. */
export function ForgotForm({ redirectTo }: RedirectProps) {
	const { api } = useRouteContext({ from: '__root__' });
	const captcha = useCaptcha('recovery');
	const [sentTo, setSentTo] = useState<string>();
	const form = useForm(REQUEST_RULES, { email: '' }, async (body) => {
		setSentTo(
			(
				await api.accounts.startRecovery({
					body: { ...body, ...redirectParameter(redirectTo) },
					headers: { captcha: await captcha.getToken() },
				})
			).email,
		);
	});
	return (
		<NarrowPage title={words.forgotTitle}>
			{sentTo === undefined ? (
				<FormBox form={form} submitLabel={words.sendLink}>
					<Field form={form} name="email" label={words.email} type="email" autoComplete="username" autoFocus />
					{captcha.widget}
				</FormBox>
			) : (
				<StateBox title={words.sent} detail={words.sentRecovery(sentTo)}>
					<SignInLink redirectTo={redirectTo} />
				</StateBox>
			)}
		</NarrowPage>
	);
}

function SignInLink({ redirectTo }: RedirectProps) {
	return (
		<Link to="/auth/signin" search={redirectTo === undefined ? {} : { redirectTo }} className={css['link'] ?? ''}>
			{words.signIn}
		</Link>
	);
}

interface ResetFormProps extends RedirectProps {
	id: string;
	code: string;
}

/** The page that opens from a password reset link. The reader sets a new password here. */
export function ResetForm({ id, code, redirectTo }: ResetFormProps) {
	const { api } = useRouteContext({ from: '__root__' });
	const [isReset, setReset] = useState(false);
	const linkCheck = useQuery({
		queryKey: ['accounts', 'recovery', id],
		queryFn: () => api.accounts.verifyRecovery({ params: { id }, body: { code } }),
		retry: false,
		enabled: !isReset,
		staleTime: Number.POSITIVE_INFINITY,
	});
	const form = useForm(RESET_RULES, { password: '' }, async ({ password }) => {
		await api.accounts.completeRecovery({ params: { id }, body: { code, password } });
		setReset(true);
	});
	return (
		<NarrowPage title={words.resetTitle}>
			{isReset ? (
				<StateBox title={words.saved} detail={words.passwordSet}>
					<SignInLink redirectTo={redirectTo} />
				</StateBox>
			) : linkCheck.isError ? (
				<StateBox title={words.confirmFailed} detail={explainLinkError(linkCheck.error)}>
					<Link to="/auth/forgot-password" className={css['link'] ?? ''}>
						{words.sendLink}
					</Link>
				</StateBox>
			) : (
				<FormBox form={form} submitLabel={words.setPassword}>
					<Field
						form={form}
						name="password"
						label={words.newPassword}
						type="password"
						autoComplete="new-password"
						hint={words.passwordHint}
						autoFocus
					/>
				</FormBox>
			)}
		</NarrowPage>
	);
}
