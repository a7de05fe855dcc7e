import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { safeRedirect } from '../../entities/session/session-query.ts';
import { siteOrigin } from '../../lib/address/site-path.ts';
import { buttonClass } from '../../ui/button.ts';
import css from '../../ui/forms/form.module.css';
import { NarrowPage } from '../../ui/forms/form-box.tsx';
import { providersQuery } from './queries.ts';
import { words } from './words.ts';

/** Shows one button for each configured provider; nothing without providers. */
export function OauthButtons({ redirectTo }: { redirectTo: string }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery(providersQuery(api));
	const startSignIn = useMutation({
		mutationFn: (provider: string) =>
			api.accounts.oauthUrl({
				params: { provider },
				query: { redirect_url: createRedirectUrl(siteOrigin(), provider), state: createState(redirectTo) },
			}),
		onSuccess: ({ url }) => location.assign(url),
	});
	if (!data || data.items.length === 0) return null;
	return (
		<div className={css['or']}>
			{data.items.map(({ provider, label }) => (
				<button
					key={provider}
					type="button"
					className={buttonClass}
					disabled={startSignIn.isPending}
					onClick={() => startSignIn.mutate(provider)}
				>
					{words.withProvider(label)}
				</button>
			))}
			<p className={css['fault']} role="alert">
				{startSignIn.error?.message}
			</p>
		</div>
	);
}

interface Props {
	redirectTo: string | undefined;
	isSignUp?: boolean;
}

/** The sign-in and sign-up pages of sites that only allow accounts of external providers. */
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

/** Creates the state parameter of an external sign-in. It is unguessable, and contains the page to return to, so that nothing is stored. */
function createState(redirectTo: string): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
	return `${random}.${encodeURIComponent(redirectTo).slice(0, 400)}`;
}

/** Reads the page to return to from a state parameter; undefined if unreadable. The server checks that it has issued the state. */
export function readRedirect(state: string): string | undefined {
	const separator = state.indexOf('.');
	try {
		return separator < 0 ? undefined : decodeURIComponent(state.slice(separator + 1));
	} catch {
		return undefined;
	}
}

export function createRedirectUrl(origin: string, provider: string): string {
	return `${origin}/oauth/${provider}`;
}
