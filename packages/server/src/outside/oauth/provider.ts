import type { ClaimPath, GroupRule } from '@sw/domain/access/claims';
import type { UtcMs } from '@sw/domain/time/units';

/** An account at another provider, as confirmed by that provider. */
export interface ProvenIdentity {
	/** Never changes and is never reassigned. */
	subject: string;
	email: string | null;
	/** Whether the provider says that the address is verified. */
	emailVerified: boolean;
	name: string;
	/** Empty where the provider's groups give nothing here. */
	groups: readonly string[];
	/** The provider's session; null where it names none. */
	sid: string | null;
	/** For signing out there. */
	idToken: string | null;
	/** Names the groups again later; null where the provider gives none, or its groups give nothing here. */
	refreshToken: string | null;
}

/** What a provider says later of a user who signed in by it. */
export interface RenewedClaims {
	/** Null where it doesn't say. */
	readonly groups: readonly string[] | null;
	/** Replaces the one that was used. */
	readonly refreshToken: string;
}

/** A provider's message that one of its sessions, or all of a user, have ended. */
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
 * The calls throw OauthUnreachable when the provider does not respond as expected; `finish` throws OauthRefused when the code is refused or the
 * response is invalid.
 */
export interface OauthProvider {
	readonly name: string;
	/** Label of the button. */
	readonly label: string;
	/** What its groups give; null: accounts are created by the rules of sign-up. */
	readonly rules: readonly GroupRule[] | null;
	/** Whether it opens existing accounts by an address that it has verified. */
	readonly linksByEmail: boolean;
	/** Address of the provider's page. */
	begin(flow: FlowSecrets): Promise<string>;
	finish(flow: FlowSecrets, code: string): Promise<ProvenIdentity>;
	/** The user's present groups. Throws OauthSessionOver where the provider no longer accepts the token. */
	renew?(refreshToken: string, subject: string): Promise<RenewedClaims>;
	/** The page that ends the provider's session and then leads to `returnTo`; undefined where the provider has none, or the operator wants none. */
	logoutUrl(idToken: string, returnTo: string): Promise<string | undefined>;
	/** Verifies a logout token; throws OauthRefused for any other text. */
	readLogout(token: string): Promise<LogoutMessage>;
}

export interface OauthConfig {
	name: string;
	/** null for google and github, whose issuers are built in. */
	issuer: string | null;
	clientId: string;
	clientSecret: string;
	/** Default: the name. */
	label?: string | undefined;
	/** Default: openid email profile. */
	scope?: string | undefined;
	/** Where the groups are. Default: groups. */
	claim?: ClaimPath | undefined;
	/** What the groups give; absent: nothing. */
	grants?: readonly GroupRule[] | undefined;
	/** Whether signing out here also signs out at the provider. Default: false. */
	logout?: boolean | undefined;
	/** Default: false. */
	linkByEmail?: boolean | undefined;
}

export class OauthUnreachable extends Error {}
export class OauthRefused extends Error {}
/** The provider has ended the user's session, or the user. */
export class OauthSessionOver extends Error {}
