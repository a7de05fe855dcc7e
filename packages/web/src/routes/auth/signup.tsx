import { createFileRoute } from '@tanstack/react-router';
import { SignUpForm } from '../../features/accounts/sign-up-form.tsx';
import { signTitles } from '../../features/accounts/titles.ts';
import { type RawSearch, text } from '../../lib/address/search-params.ts';
import { pageHead } from '../../lib/head.ts';
import { redirectSignedIn } from '../../pages/redirect-signed-in.ts';

function SignUp() {
	return <SignUpForm redirectTo={Route.useSearch().redirectTo} />;
}

export const Route = createFileRoute('/auth/signup')({
	validateSearch: (search: RawSearch): { redirectTo?: string } => text(search, ['redirectTo']),
	beforeLoad: ({ context, search }) => redirectSignedIn(context, search.redirectTo),
	head: ({ match }) =>
		pageHead({ title: signTitles.signUp, description: signTitles.signUpDescription, path: '/auth/signup', origin: match.context.origin }),
	component: SignUp,
});
