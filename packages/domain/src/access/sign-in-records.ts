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

/** The session at an identity provider behind a sign-in here. When the provider's session ends, the session here ends too. */
export interface ProviderSession {
	id: string;
	/** Exactly one of `sessionId` and `linkId` is set: `linkId` while the sign-in still needs the second factor. */
	sessionId: string | null;
	linkId: string | null;
	provider: string;
	subject: string;
	/** The provider's id of the session; null if the provider sends none. */
	sid: string | null;
	/** Identifies the session when signing out at the provider; null if signing out there is turned off. */
	idToken: string | null;
	/** The user's groups as the provider last reported them; null where no group rules are configured. */
	groups: readonly string[] | null;
	/** The provider's refresh token, encrypted with a secret that only the browser has; null where there is none. */
	refreshToken: string | null;
	/** When the groups were last requested from the provider; null in sessions of earlier versions. */
	checkedAt: UtcMs | null;
	createdAt: UtcMs;
}

/** Sessions ended by the provider: the session with this `sid`, or all sessions of the user `subject`. */
export interface EndedProviderSessions {
	provider: string;
	subject: string | null;
	sid: string | null;
	/** Only sessions created before this instant end. */
	createdBefore: UtcMs;
}

/** A pending sign-in with another provider, bound to the browser that started it. */
export interface OauthFlow {
	/** SHA-256. */
	browserHash: Uint8Array;
	provider: string;
	state: string;
	redirectUrl: string;
	/** PKCE code verifier: useless without the provider's code, which arrives later. */
	verifier: string;
	nonce: string;
	expiresAt: UtcMs;
}
export type OauthFlowKey = Pick<OauthFlow, 'browserHash' | 'provider' | 'state'>;

/** The secret that an account shares with an authenticator app. */
export interface Totp {
	userId: string;
	/** Base32. */
	secret: string;
	/** When the first code was entered; null: not set up completely, so the secret isn't used. */
	confirmedAt: UtcMs | null;
}

/** A passkey of a browser or device; signing in needs a signature made with the passkey. */
export interface Passkey {
	/** The credential's id, base64url. */
	id: string;
	userId: string;
	/** COSE-encoded. */
	publicKey: Uint8Array;
	/** Signature count reported by the authenticator; 0 if it doesn't count. */
	counter: number;
	transports: string[];
	name: string;
	createdAt: UtcMs;
	usedAt: UtcMs | null;
}

/** A challenge for a browser's authenticator to sign; valid once. */
export interface Challenge {
	/** SHA-256. */
	browserHash: Uint8Array;
	/** 'sign-in', or the account that registers a passkey. */
	purpose: string;
	challenge: string;
	expiresAt: UtcMs;
}
