import type { UtcMs } from '../time/units.ts';

/** An account elsewhere that opens an account here. */
export interface LinkedIdentity {
	provider: string;
	/** The provider's own name for the person. */
	subject: string;
	userId: string;
	email: string;
	createdAt: UtcMs;
}

/** A sign-in with another provider that is under way, bound to the browser that began it. */
export interface OauthFlow {
	/** SHA-256. */
	browserHash: Uint8Array;
	provider: string;
	state: string;
	redirectUrl: string;
	/** Of use only together with the provider's code, which arrives later. */
	verifier: string;
	nonce: string;
	expiresAt: UtcMs;
}
export type OauthFlowKey = Pick<OauthFlow, 'browserHash' | 'provider' | 'state'>;
