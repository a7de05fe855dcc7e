/** The forms of the accounts area: field -> rules, shared by the screens and the server. */
import { email, maxLength, minLength, type Rule, required } from './form-rules.ts';

export const PASSWORD_LEAST = 10;
export const PASSWORD_MOST = 128;
export const NAME_MOST = 100;

/** Shown for a password on the list of common ones, which only the server has. */
export const COMMON_PASSWORD = 'This password is too common';

/** Shown at sign-in to the owner of a blocked account. */
export const BLOCKED_ACCOUNT = 'This account is blocked';

export const emailRules: readonly Rule[] = [required(), email()];
export const newPasswordRules: readonly Rule[] = [required(), minLength(PASSWORD_LEAST), maxLength(PASSWORD_MOST)];
/** At sign-in an invalid password is simply wrong; saying more would help a guesser. */
export const anyPasswordRules: readonly Rule[] = [required(), maxLength(PASSWORD_MOST)];
export const nameRules: readonly Rule[] = [maxLength(NAME_MOST)];

/** Normalizes input that a keyboard may produce in several ways (NFKC, as NIST SP 800-63B advises), before it is measured or hashed. */
export function normalPassword(password: string): string {
	return password.normalize('NFKC');
}
