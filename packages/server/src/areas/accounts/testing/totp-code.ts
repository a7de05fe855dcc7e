import { Secret, TOTP } from 'otpauth';

/** Creates an authenticator app's code. */
export function createTotpCode(secret: string, nowMs: number): string {
	return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: nowMs });
}
