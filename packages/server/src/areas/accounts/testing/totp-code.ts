import { Secret, TOTP } from 'otpauth';

/** The code of an authenticator app at a time in milliseconds since 1970. */
export function totpCode(secret: string, now: number): string {
	return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
}
