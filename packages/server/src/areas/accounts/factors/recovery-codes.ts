import type { RandomSource } from '../../../platform/random-source.ts';
import { sha256 } from '../parts/tokens.ts';

const CODES = 10;
/** Without characters that are easily confused. */
const ALPHABET = 'abcdefghjklmnpqrstuvwxyz23456789';
const LENGTH = 16;

/** 80 random bits each, in groups of four. */
export function newRecoveryCodes(randomSource: RandomSource): string[] {
	return Array.from({ length: CODES }, () =>
		Array.from(randomSource.bytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length])
			.join('')
			.replace(/(.{4})(?=.)/g, '$1-'),
	);
}

/** Ignores case, spaces and separators. */
export function recoveryHash(code: string): Buffer {
	return sha256(code.toLowerCase().replaceAll(/[^a-z\d]/g, ''));
}
