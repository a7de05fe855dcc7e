import { createFileRoute, notFound } from '@tanstack/react-router';
import { OauthReturn, UnknownProvider } from '../features/accounts/oauth-return.tsx';
import { providersQuery } from '../features/accounts/queries.ts';
import { signInTitles } from '../features/accounts/titles.ts';
import { pickTexts, type RawSearch } from '../lib/address/search-params.ts';
import { unlistedHead } from '../lib/head.ts';

function Return() {
	const { provider } = Route.useParams();
	const { code = '', state = '', error = '' } = Route.useSearch();
	return <OauthReturn provider={provider} code={code} state={state} error={error} />;
}

export const Route = createFileRoute('/oauth/$provider')({
	validateSearch: (search: RawSearch): { code?: string; state?: string; error?: string } => pickTexts(search, ['code', 'state', 'error']),
	// Only configured providers redirect here, so other providers have no page.
	loader: async ({ context: { api, queryClient }, params: { provider } }) => {
		const { items } = await queryClient.ensureQueryData(providersQuery(api));
		if (!items.some((item) => item.provider === provider)) throw notFound();
	},
	head: unlistedHead('/auth/signin', signInTitles.signIn, signInTitles.signInDescription),
	component: Return,
	notFoundComponent: UnknownProvider,
});
