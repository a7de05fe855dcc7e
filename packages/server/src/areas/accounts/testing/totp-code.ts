import { Secret, TOTP } from 'otpauth';

/** What an authenticator app shows at an instant, in milliseconds since 1970. */
export const totpCode = (secret: string, now: number): string =>
	new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
