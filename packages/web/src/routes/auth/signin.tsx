import { createFileRoute } from '@tanstack/react-router';
import { siteQuery } from '../../entities/session/site-query.ts';
import { providersQuery } from '../../features/accounts/queries.ts';
import { SecondStep } from '../../features/accounts/second-step.tsx';
import { SignInForm } from '../../features/accounts/sign-in-form.tsx';
import { signInTitles } from '../../features/accounts/titles.ts';
import { pickTexts, type RawSearch } from '../../lib/address/search-params.ts';
import { unlistedHead } from '../../lib/head.ts';
import { awaitOnServer } from '../../pages/load.ts';

function SignIn() {
	const { redirectTo, link, step } = Route.useSearch();
	if (step === 'code') return <SecondStep redirectTo={redirectTo} />;
	return <SignInForm redirectTo={redirectTo} linkExpired={link === 'expired'} />;
}

export const Route = createFileRoute('/auth/signin')({
	validateSearch: (search: RawSearch): { redirectTo?: string; link?: string; step?: string } =>
		pickTexts(search, ['redirectTo', 'link', 'step']),
	loader: ({ context: { api, queryClient } }) =>
		awaitOnServer(Promise.all([queryClient.prefetchQuery(siteQuery(api)), queryClient.prefetchQuery(providersQuery(api))])),
	head: unlistedHead('/auth/signin', signInTitles.signIn, signInTitles.signInDescription),
	component: SignIn,
});
