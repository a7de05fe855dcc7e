import { Link, useRouteContext, useRouter } from '@tanstack/react-router';
import { useSignInOut } from '../../entities/session/browser-session.tsx';
import { siteOrigin } from '../../lib/address/site-path.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import css from '../../ui/forms/form.module.css';
import { NarrowPage } from '../../ui/forms/form-box.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { useCaptcha } from './captcha.tsx';
import { formatSentence, useRunOnce } from './link-fault.ts';
import { createRedirectUrl, readRedirect } from './oauth-buttons.tsx';
import { words } from './words.ts';

interface Props {
	provider: string;
	code: string;
	state: string;
	/** The provider's error code, for example because the user canceled. '' if there was no error. */
	error: string;
}

/** The page to which a provider redirects. */
export function OauthReturn({ provider, code, state, error }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const { finishSignIn } = useSignInOut();
	const router = useRouter();
	const captcha = useCaptcha('oauth');
	const outcome = useRunOnce(async () => {
		if (error !== '') throw new Error(error === 'access_denied' ? words.oauthCancelled : words.oauthIncomplete);
		if (code === '' || state === '') throw new Error(words.oauthIncomplete);
		const body = { code, state, redirect_url: createRedirectUrl(siteOrigin(), provider) };
		const redirectTo = readRedirect(state);
		try {
			await finishSignIn(
				await api.accounts.oauthLogin({ params: { provider }, body, headers: { captcha: await captcha.waitForFirstToken() } }),
				redirectTo,
			);
		} catch (error) {
			if (!(error instanceof ApiError) || error.status !== 422) throw error;
			const search = { step: 'code', ...(redirectTo === undefined ? {} : { redirectTo }) };
			await router.navigate({ to: '/auth/signin', search, replace: true });
		}
	});
	return (
		<NarrowPage title={words.oauthTitle(provider)}>
			{outcome.state === 'failed' ? (
				<StateBox title={words.oauthFailed} detail={formatSentence(outcome.error)}>
					<Link to="/auth/signin" className={css['link'] ?? ''}>
						{words.backToSignIn}
					</Link>
				</StateBox>
			) : (
				<>
					<StateBox title={words.signingIn} detail="" />
					{captcha.widget}
				</>
			)}
		</NarrowPage>
	);
}

/** The return page of a provider that isn't set up for sign-in. */
export function UnknownProvider() {
	return (
		<StateBox heading="h1" title={words.oauthFailed} detail={words.oauthUnknown}>
			<Link to="/auth/signin" className={css['link'] ?? ''}>
				{words.backToSignIn}
			</Link>
		</StateBox>
	);
}
