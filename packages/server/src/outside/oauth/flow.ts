import * as client from 'openid-client';
import { type FlowSecrets, OauthRefusedError, OauthUnreachableError } from './provider.ts';

const TIMEOUT_S = 10;

/** Applies the settings that all configurations share: a timeout, and plain HTTP only for a provider on this machine. */
export function configureClient(configuration: client.Configuration, issuer: URL): client.Configuration {
	configuration.timeout = TIMEOUT_S;
	if (isLocal(issuer)) client.allowInsecureRequests(configuration);
	return configuration;
}

export function isLocal(url: URL): boolean {
	return url.protocol === 'http:' && (url.hostname === 'localhost' || url.hostname === '127.0.0.1');
}

/** Distinguishes a refusal by the provider from an unreachable provider. */
export function classifyError(error: unknown): OauthRefusedError | OauthUnreachableError {
	if (error instanceof OauthRefusedError || error instanceof OauthUnreachableError) return error;
	if (error instanceof client.ResponseBodyError && error.status < 500) return new OauthRefusedError(error.error, { cause: error });
	if (error instanceof client.AuthorizationResponseError) return new OauthRefusedError(error.error, { cause: error });
	const code = (error as { code?: unknown }).code;
	const isUnreachable =
		error instanceof TypeError || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
	const message = error instanceof Error ? error.message : String(error);
	return isUnreachable || error instanceof client.ResponseBodyError
		? new OauthUnreachableError(message, { cause: error })
		: new OauthRefusedError(message, { cause: error });
}

export async function createAuthorizationUrl(
	configuration: client.Configuration,
	flow: FlowSecrets,
	extraParameters: Record<string, string>,
): Promise<string> {
	return client.buildAuthorizationUrl(configuration, {
		redirect_uri: flow.redirectUrl,
		state: flow.state,
		code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
		code_challenge_method: 'S256',
		...extraParameters,
	}).href;
}

/**
 * Exchanges the code for tokens. Only code and state come from the browser.
 * `iss`, which some providers add to the redirect, is filled in here: each provider has its own redirect URL, which keeps their responses apart.
 */
export function exchangeCode(configuration: client.Configuration, flow: FlowSecrets, code: string, nonce?: string) {
	const url = new URL(flow.redirectUrl);
	url.searchParams.set('code', code);
	url.searchParams.set('state', flow.state);
	url.searchParams.set('iss', configuration.serverMetadata().issuer);
	return client.authorizationCodeGrant(configuration, url, {
		pkceCodeVerifier: flow.verifier,
		expectedState: flow.state,
		...(nonce === undefined ? {} : { expectedNonce: nonce }),
	});
}
