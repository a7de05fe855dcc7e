import type { UtcMs } from '../time/units.ts';

/** The secret that an account shares with an authenticator app. */
export interface Totp {
	userId: string;
	/** Base32. */
	secret: string;
	/** When a first code was right; before that it opens nothing. */
	confirmedAt: UtcMs | null;
}

/** A key that a browser or device keeps; what opens the account is a signature with it. */
export interface Passkey {
	/** The credential's own id, base64url. */
	id: string;
	userId: string;
	/** COSE. */
	publicKey: Uint8Array;
	/** Uses, as the authenticator counts them; 0 where it does not. */
	counter: number;
	transports: string[];
	name: string;
	createdAt: UtcMs;
	usedAt: UtcMs | null;
}

/** What a browser's authenticator was asked to sign; answered once. */
export interface Challenge {
	/** SHA-256. */
	browserHash: Uint8Array;
	/** 'sign-in', or the account that enrols. */
	purpose: string;
	challenge: string;
	expiresAt: UtcMs;
}
