import type { ClaimPath, GroupRule } from '@sw/domain/access/claims';
import type { UtcMs } from '@sw/domain/time/units';

/** An account at another provider, as confirmed by that provider. */
export interface VerifiedIdentity {
	/** The provider's user id, which never changes and is never reassigned. */
	subject: string;
	email: string | null;
	emailVerified: boolean;
	name: string;
	/** Empty if the provider's groups grant nothing here. */
	groups: readonly string[];
	/** Id of the provider's session; null if the provider gives none. */
	sid: string | null;
	/** Needed to sign out at the provider. */
	idToken: string | null;
	/** For reading the groups later; null if the provider gives none, or its groups grant nothing here. */
	refreshToken: string | null;
}

/** Claims of a user who is already signed in, read later with the refresh token. */
export interface RenewedClaims {
	/** Null if the provider's answer doesn't include groups. */
	readonly groups: readonly string[] | null;
	/** Replaces the previous refresh token. */
	readonly refreshToken: string;
}

/** A provider's back-channel logout: one of its sessions has ended, or all sessions of a user. */
export interface LogoutMessage {
	subject: string | null;
	sid: string | null;
	sentAt: UtcMs;
}

export interface FlowSecrets {
	redirectUrl: string;
	state: string;
	/** PKCE code verifier, 43 to 128 characters. */
	verifier: string;
	nonce: string;
}

/**
 * Calls throw OauthUnreachableError if the provider does not respond as expected; `finish` throws OauthRefusedError if the code is refused or the response is
 * invalid.
 */
export interface OauthProvider {
	readonly name: string;
	/** Label of the sign-in button. */
	readonly label: string;
	/** What the provider's groups grant; null: accounts are created by the rules of sign-up. */
	readonly rules: readonly GroupRule[] | null;
	/** Whether a user may sign in to an existing account whose email the provider has verified. */
	readonly linksByEmail: boolean;
	/** Returns the URL of the provider's sign-in page. */
	begin(flow: FlowSecrets): Promise<string>;
	finish(flow: FlowSecrets, code: string): Promise<VerifiedIdentity>;
	/** Reads the user's current groups. Throws OauthSessionEndedError if the provider no longer accepts the token. */
	renew?(refreshToken: string, subject: string): Promise<RenewedClaims>;
	/** Returns a URL that ends the provider's session and then redirects to `returnTo`; undefined if not supported, or switched off by the operator. */
	logoutUrl(idToken: string, returnTo: string): Promise<string | undefined>;
	/** Verifies a logout token; throws OauthRefusedError for any other text. */
	readLogout(token: string): Promise<LogoutMessage>;
}

export interface OauthConfig {
	name: string;
	/** Issuer URL; null for google and github, whose issuers are built in. */
	issuer: string | null;
	clientId: string;
	clientSecret: string;
	/** Default: the name. */
	label?: string | undefined;
	/** Default: openid email profile. */
	scope?: string | undefined;
	/** Path of the claim that lists the groups. Default: groups. */
	claim?: ClaimPath | undefined;
	/** What the groups grant. Default: nothing. */
	grants?: readonly GroupRule[] | undefined;
	/** Whether signing out here also signs out at the provider. Default: false. */
	logout?: boolean | undefined;
	/** Default: false. */
	linkByEmail?: boolean | undefined;
}

export class OauthUnreachableError extends Error {}
export class OauthRefusedError extends Error {}
/** The provider has ended the user's session, or removed the user. */
export class OauthSessionEndedError extends Error {}
