/** An account at another provider, as confirmed by that provider. */
export interface ProvenIdentity {
	/** Never changes and is never reassigned. */
	subject: string;
	email: string | null;
	/** Whether the provider says that the address is verified. */
	emailVerified: boolean;
	name: string;
}

export interface FlowSecrets {
	redirectUrl: string;
	state: string;
	/** PKCE code verifier, 43 to 128 characters. */
	verifier: string;
	nonce: string;
}

/**
 * Both calls throw OauthUnreachable when the provider does not respond as expected; `finish` throws OauthRefused when the code is refused or the
 * response is invalid.
 */
export interface OauthProvider {
	readonly name: string;
	/** Label of the button. */
	readonly label: string;
	/** Address of the provider's page. */
	begin(flow: FlowSecrets): Promise<string>;
	finish(flow: FlowSecrets, code: string): Promise<ProvenIdentity>;
}

export interface OauthConfig {
	name: string;
	/** null for google and github, whose issuers are built in. */
	issuer: string | null;
	clientId: string;
	clientSecret: string;
}

export class OauthUnreachable extends Error {}
export class OauthRefused extends Error {}
