import type { UtcMs } from '../time/units.ts';

/** The secret that an account shares with an authenticator app. */
export interface Totp {
	userId: string;
	/** Base32. */
	secret: string;
	/** When the first code was entered; before that, it isn't valid. */
	confirmedAt: UtcMs | null;
}

/** A passkey kept by a browser or device; signing in needs a signature made with it. */
export interface Passkey {
	/** The credential's id, base64url. */
	id: string;
	userId: string;
	/** COSE. */
	publicKey: Uint8Array;
	/** Use count reported by the authenticator; 0 if it doesn't count. */
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
