import type { UtcMs } from '../time/units.ts';

/** An external account that signs in to an account here. */
export interface LinkedIdentity {
	provider: string;
	/** The provider's id of the user. */
	subject: string;
	userId: string;
	email: string;
	createdAt: UtcMs;
}

/** A pending sign-in with another provider, bound to the browser that started it. */
export interface OauthFlow {
	/** SHA-256. */
	browserHash: Uint8Array;
	provider: string;
	state: string;
	redirectUrl: string;
	/** Useless without the provider's code, which arrives later. */
	verifier: string;
	nonce: string;
	expiresAt: UtcMs;
}
export type OauthFlowKey = Pick<OauthFlow, 'browserHash' | 'provider' | 'state'>;
