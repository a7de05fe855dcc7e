import { Link } from '@tanstack/react-router';
import { safeRedirect } from '../../entities/session/redirect-to.ts';
import css from '../../ui/forms/form.module.css';
import { NarrowPage } from '../../ui/forms/form-box.tsx';
import { OauthButtons } from './oauth-buttons.tsx';
import { words } from './words.ts';

interface Props {
	redirectTo: string | undefined;
	isSignUp?: boolean;
}

/** The pages for signing in and up where only other providers open accounts. */
export function ProviderSignIn({ redirectTo, isSignUp = false }: Props) {
	return (
		<NarrowPage title={isSignUp ? words.signUpTitle : words.signInTitle}>
			<p className={css['aside']}>{words.providersOnly}</p>
			<OauthButtons redirectTo={safeRedirect(redirectTo)} />
			{isSignUp ? (
				<p className={css['aside']}>
					<Link to="/auth/signin">{words.backToSignIn}</Link>
				</p>
			) : null}
		</NarrowPage>
	);
}
