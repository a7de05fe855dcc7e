import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { siteOrigin } from '../../lib/address/site-path.ts';
import { buttonClass } from '../../ui/button.ts';
import css from '../../ui/forms/form.module.css';
import { newState, redirectUrlOf } from './oauth-start.ts';
import { providersQuery } from './queries.ts';
import { words } from './words.ts';

/** One button for each configured provider; nothing if there are none. */
export function OauthButtons({ redirectTo }: { redirectTo: string }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery(providersQuery(api));
	const begin = useMutation({
		mutationFn: (provider: string) =>
			api.accounts.oauthUrl({
				params: { provider },
				query: { redirect_url: redirectUrlOf(siteOrigin(), provider), state: newState(redirectTo) },
			}),
		onSuccess: ({ url }) => location.assign(url),
	});
	if (!data || data.items.length === 0) return null;
	return (
		<div className={css['or']}>
			{data.items.map(({ provider, label }) => (
				<button key={provider} type="button" className={buttonClass} disabled={begin.isPending} onClick={() => begin.mutate(provider)}>
					{words.withProvider(label)}
				</button>
			))}
			<p className={css['fault']} role="alert">
				{begin.error?.message}
			</p>
		</div>
	);
}
