/** Whether a password is one that everybody tries first, or the account's own address. */
import { normalPassword } from '@sw/domain/access/account-forms';
import { COMMON_WORDS, commonPasswords, unleet } from './common-password-patterns.ts';

/** One piece of up to six characters over and over: 'aaaaaaaaaa', 'abcabcabcabc'. */
const repeats = (text: string): boolean => /^(.{1,6}?)\1+.{0,5}$/su.test(text) && new Set(text).size <= 6 && text.length <= 64;

/** Whether a password is among the common ones, or is the account's own address or the part before the @. */
export const isCommonPassword = (password: string, email: string): boolean => {
	const known = commonPasswords();
	const plain = normalPassword(password).toLowerCase();
	if (known.has(plain) || known.has(unleet(plain)) || repeats(plain)) return true;
	// The ending's digits are no letters: 'p@ssw0rd2024' is 'password' and '2024'. A common word stays one whatever digits and signs follow.
	const [, stem = '', ending = ''] = /^(.*?)([\d!@#$.?_-]*)$/su.exec(plain) ?? [];
	if (known.has(unleet(stem) + ending) || COMMON_WORDS.has(unleet(stem))) return true;
	const own = email.toLowerCase();
	const local = own.split('@')[0] ?? '';
	return plain === own || (local.length >= 4 && plain.startsWith(local) && /^[\d\W_]*$/.test(plain.slice(local.length)));
};
