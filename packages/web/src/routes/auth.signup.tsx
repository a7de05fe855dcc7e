import { createFileRoute } from '@tanstack/react-router';
import { SignUpForm } from '../features/accounts/sign-up-form.tsx';
import { signTitles } from '../features/accounts/titles.ts';
import { pageHead } from '../lib/head.ts';
import { type RawSearch, text } from '../lib/search-params.ts';
import { homeIfSignedIn } from '../pages/home-if-signed-in.ts';

const SignUp = () => <SignUpForm redirectTo={Route.useSearch().redirectTo} />;

export const Route = createFileRoute('/auth/signup')({
	validateSearch: (search: RawSearch): { redirectTo?: string } => text(search, ['redirectTo']),
	beforeLoad: ({ context, search }) => homeIfSignedIn(context, search.redirectTo),
	head: ({ match }) =>
		pageHead({ title: signTitles.signUp, description: signTitles.signUpDescription, path: '/auth/signup', origin: match.context.origin }),
	component: SignUp,
});
