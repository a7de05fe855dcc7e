import { createFileRoute } from '@tanstack/react-router';
import { OauthReturn } from '../features/accounts/oauth-return.tsx';
import { words } from '../features/accounts/words.ts';
import { pageHead } from '../lib/head.ts';
import { type RawSearch, text } from '../lib/search-params.ts';

const Return = () => {
	const { provider } = Route.useParams();
	const { code = '', state = '', error = '' } = Route.useSearch();
	return <OauthReturn provider={provider} code={code} state={state} error={error} />;
};

export const Route = createFileRoute('/oauth/$provider')({
	validateSearch: (search: RawSearch): { code?: string; state?: string; error?: string } => text(search, ['code', 'state', 'error']),
	head: ({ match }) =>
		pageHead({
			title: words.signIn,
			description: words.signInDescription,
			path: '/auth/signin',
			origin: match.context.origin,
			noindex: true,
		}),
	component: Return,
});
