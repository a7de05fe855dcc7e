/** Codes of authenticator apps (RFC 6238): six digits, a new one every 30 s, HMAC-SHA-1 over a 160-bit secret. */
import { SECOND, type UtcMs } from '@sw/domain/time/units';
import { Secret, TOTP } from 'otpauth';
import type { RandomSource } from '../../../platform/random-source.ts';

const PERIOD = 30;
/** Clocks of phones may be one step off. */
const STEPS_OFF = 1;
export const TOTP_CODE = /^\d{6}$/;

/** Base32. */
export function newTotpSecret(randomSource: RandomSource): string {
	const bytes = randomSource.bytes(20);
	return new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32;
}

/** The content of the QR code. */
export function totpUri(secret: string, email: string): string {
	return totp(secret, email).toString();
}

function totp(secret: string, label = ''): TOTP {
	return new TOTP({ issuer: 'Signalwheel', label, algorithm: 'SHA1', digits: 6, period: PERIOD, secret: Secret.fromBase32(secret) });
}

/** The time step of the code; null for a wrong or expired one. */
export function totpStep(secret: string, code: string, now: UtcMs): number | null {
	const off = totp(secret).validate({ token: code, timestamp: now, window: STEPS_OFF });
	return off === null ? null : Math.floor(now / (PERIOD * SECOND)) + off;
}
