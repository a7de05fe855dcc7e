/** The forms of the accounts area: field -> rules. One list for the screens and for the server. */
import { email, maxLength, minLength, type Rule, required } from './form-rules.ts';

export const PASSWORD_LEAST = 10;
export const PASSWORD_MOST = 128;
export const NAME_MOST = 100;

/** What a user reads whose password is on the list of common ones; that list is the server's. */
export const COMMON_PASSWORD = 'This password is too common';

/** What the owner of an account reads whom an administrator has shut out. */
export const BLOCKED_ACCOUNT = 'This account is blocked';

export const emailRules: readonly Rule[] = [required(), email()];
export const newPasswordRules: readonly Rule[] = [required(), minLength(PASSWORD_LEAST), maxLength(PASSWORD_MOST)];
/** At sign-in an old or wrong password is only wrong; saying more would help a guesser. */
export const anyPasswordRules: readonly Rule[] = [required(), maxLength(PASSWORD_MOST)];
export const nameRules: readonly Rule[] = [maxLength(NAME_MOST)];

/** One spelling of what a keyboard may type in several ways (NFKC, as NIST SP 800-63B advises), before it is measured or hashed. */
export const normalPassword = (password: string): string => password.normalize('NFKC');
