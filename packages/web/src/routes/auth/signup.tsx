import type { SignUpMode } from '@sw/domain/access/sign-up';
import { createFileRoute, Link, redirect } from '@tanstack/react-router';
import { safeRedirect, sessionQuery } from '../../entities/session/session-query.ts';
import { siteQuery, useSignUpMode } from '../../entities/session/site-query.ts';
import { ProviderSignIn } from '../../features/accounts/oauth-buttons.tsx';
import { providersQuery, usePasswordsEnabled } from '../../features/accounts/queries.ts';
import { InvitationForm, SignUpForm } from '../../features/accounts/sign-up-form.tsx';
import { signInTitles } from '../../features/accounts/titles.ts';
import { words } from '../../features/accounts/words.ts';
import { pickTexts, type RawSearch } from '../../lib/address/search-params.ts';
import { pageHead } from '../../lib/head.ts';
import { awaitOnServer, type LoadContext } from '../../pages/load.ts';
import { buttonClass } from '../../ui/button.ts';
import css from '../../ui/forms/form.module.css';
import { NarrowPage } from '../../ui/forms/form-box.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';

function SignUp() {
	const { redirectTo, invitation, code } = Route.useSearch();
	const mode = useSignUpMode();
	const passwordsEnabled = usePasswordsEnabled();
	if (!passwordsEnabled) return <ProviderSignIn redirectTo={redirectTo} isSignUp />;
	if (invitation !== undefined && code !== undefined) return <InvitationForm id={invitation} code={code} redirectTo={redirectTo} />;
	return mode === 'open' ? <SignUpForm redirectTo={redirectTo} /> : <SignUpClosed mode={mode} />;
}

export const Route = createFileRoute('/auth/signup')({
	validateSearch: (search: RawSearch): { redirectTo?: string; invitation?: string; code?: string } =>
		pickTexts(search, ['redirectTo', 'invitation', 'code']),
	beforeLoad: ({ context, search }) => redirectSignedIn(context, search.redirectTo),
	loader: ({ context: { api, queryClient } }) =>
		awaitOnServer(Promise.all([queryClient.prefetchQuery(siteQuery(api)), queryClient.prefetchQuery(providersQuery(api))])),
	head: ({ match }) =>
		pageHead({
			title: signInTitles.signUp,
			description: signInTitles.signUpDescription,
			path: '/auth/signup',
			origin: match.context.origin,
		}),
	component: SignUp,
});

/** For `beforeLoad` of pages for signed-out users: redirects signed-in users to `redirectTo`, or to the home page if it is absent. */
async function redirectSignedIn({ api, queryClient }: LoadContext, redirectTo: unknown): Promise<void> {
	const profile = await queryClient.ensureQueryData(sessionQuery(api)).catch(() => null);
	if (profile) throw redirect({ href: safeRedirect(redirectTo), replace: true });
}

/** Explains why a visitor can't create an account, and what to do instead. */
function SignUpClosed({ mode }: { mode: Exclude<SignUpMode, 'open'> }) {
	const { title, detail } = words.notOpen[mode];
	return (
		<NarrowPage title={words.signUpTitle}>
			<StateBox title={title} detail={detail}>
				<Link to="/auth/signin" className={css['link'] ?? ''}>
					{words.signIn}
				</Link>
				<button type="button" className={`${buttonClass} needs-script`} data-act="contact">
					{words.contact}
				</button>
			</StateBox>
		</NarrowPage>
	);
}
