import { createFileRoute } from '@tanstack/react-router';
import { siteQuery, useSignUpMode } from '../../entities/session/site-query.ts';
import { InvitationForm } from '../../features/accounts/invitation-form.tsx';
import { ProviderSignIn } from '../../features/accounts/provider-sign-in.tsx';
import { providersQuery, usePasswords } from '../../features/accounts/queries.ts';
import { SignUpClosed } from '../../features/accounts/sign-up-closed.tsx';
import { SignUpForm } from '../../features/accounts/sign-up-form.tsx';
import { signTitles } from '../../features/accounts/titles.ts';
import { type RawSearch, text } from '../../lib/address/search-params.ts';
import { pageHead } from '../../lib/head.ts';
import { waitOnServer } from '../../pages/load.ts';
import { redirectSignedIn } from '../../pages/redirect-signed-in.ts';

function SignUp() {
	const { redirectTo, invitation, code } = Route.useSearch();
	const mode = useSignUpMode();
	const passwords = usePasswords();
	if (!passwords) return <ProviderSignIn redirectTo={redirectTo} isSignUp />;
	if (invitation !== undefined && code !== undefined) return <InvitationForm id={invitation} code={code} redirectTo={redirectTo} />;
	return mode === 'open' ? <SignUpForm redirectTo={redirectTo} /> : <SignUpClosed mode={mode} />;
}

export const Route = createFileRoute('/auth/signup')({
	validateSearch: (search: RawSearch): { redirectTo?: string; invitation?: string; code?: string } =>
		text(search, ['redirectTo', 'invitation', 'code']),
	beforeLoad: ({ context, search }) => redirectSignedIn(context, search.redirectTo),
	loader: ({ context: { api, queryClient } }) =>
		waitOnServer(Promise.all([queryClient.prefetchQuery(siteQuery(api)), queryClient.prefetchQuery(providersQuery(api))])),
	head: ({ match }) =>
		pageHead({ title: signTitles.signUp, description: signTitles.signUpDescription, path: '/auth/signup', origin: match.context.origin }),
	component: SignUp,
});
