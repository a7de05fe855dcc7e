/** An account at another provider, as that provider vouches for it. */
export interface ProvenIdentity {
	/** Never changes and is never given to another. */
	subject: string;
	email: string | null;
	/** Whether the provider says that the address was proven. */
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

/** Both calls throw OauthUnreachable when the provider does not answer as it should, `finish` OauthRefused when it refuses the code or its answer does not check. */
export interface OauthProvider {
	readonly name: string;
	/** For the button. */
	readonly label: string;
	/** Address of the provider's page. */
	begin(flow: FlowSecrets): Promise<string>;
	finish(flow: FlowSecrets, code: string): Promise<ProvenIdentity>;
}

export interface OauthConfig {
	name: string;
	/** null for google and github, which are known. */
	issuer: string | null;
	clientId: string;
	clientSecret: string;
}

export class OauthUnreachable extends Error {}
export class OauthRefused extends Error {}
