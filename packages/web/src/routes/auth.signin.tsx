import { createFileRoute } from '@tanstack/react-router';
import { SignInForm } from '../features/accounts/sign-in-form.tsx';
import { words } from '../features/accounts/words.ts';
import { pageHead } from '../lib/head.ts';
import { type RawSearch, text } from '../lib/search-params.ts';

const SignIn = () => {
	const { redirectTo, link } = Route.useSearch();
	return <SignInForm redirectTo={redirectTo} linkExpired={link === 'expired'} />;
};

export const Route = createFileRoute('/auth/signin')({
	validateSearch: (search: RawSearch): { redirectTo?: string; link?: string } => text(search, ['redirectTo', 'link']),
	head: ({ match }) =>
		pageHead({
			title: words.signIn,
			description: words.signInDescription,
			path: '/auth/signin',
			origin: match.context.origin,
			noindex: true,
		}),
	component: SignIn,
});
