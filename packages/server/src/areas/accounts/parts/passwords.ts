import { COMMON_PASSWORD, normalPassword } from '@sw/domain/access/account-forms';
import { malformed, Problem } from '../../../platform/errors.ts';
import { COMMON_WORDS, commonPasswords, unleet } from './common-password-patterns.ts';

/** 400 about the field for a common password. */
export function refuseCommon(field: string, password: string, email: string): void {
	if (isCommonPassword(password, email)) throw malformed(field, COMMON_PASSWORD);
}

/** 422 about the field: the request is well-formed, but its value is wrong. */
export function unprocessable(field: string, message: string): Problem {
	return new Problem('unprocessable', { errors: [{ field, message }] });
}

/** Whether a password is common, or is the account's own address or the part before the @. */
export function isCommonPassword(password: string, email: string): boolean {
	const known = commonPasswords();
	const plain = normalPassword(password).toLowerCase();
	if (known.has(plain) || known.has(unleet(plain)) || repeats(plain)) return true;
	// Digits of the ending are not letters: 'p@ssw0rd2024' is 'password' and '2024'. A common word stays common with any digits and symbols after it.
	const [, stem = '', ending = ''] = /^(.*?)([\d!@#$.?_-]*)$/su.exec(plain) ?? [];
	if (known.has(unleet(stem) + ending) || COMMON_WORDS.has(unleet(stem))) return true;
	const own = email.toLowerCase();
	const local = own.split('@')[0] ?? '';
	return plain === own || (local.length >= 4 && plain.startsWith(local) && /^[\d\W_]*$/.test(plain.slice(local.length)));
}

/** Repetitions of up to six characters: 'aaaaaaaaaa', 'abcabcabcabc'. */
function repeats(text: string): boolean {
	return /^(.{1,6}?)\1+.{0,5}$/su.test(text) && new Set(text).size <= 6 && text.length <= 64;
}
