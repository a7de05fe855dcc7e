/**
 * Checks a form field: returns the error message, or null for a valid value. The screens check while the user types, the server checks each call. Lengths are
 * in code points, not UTF-16 units.
 */
export type Rule = (value: string) => string | null;

export const REQUIRED_MESSAGE = 'Required to fill in';
export const EMAIL_FORMAT_MESSAGE = 'Format name@example.com';

export function minLengthMessage(n: number): string {
	return `Should not be less than ${n} characters`;
}

export function maxLengthMessage(n: number): string {
	return `Should not be more than ${n} characters`;
}

export function required(message: string = REQUIRED_MESSAGE): Rule {
	return (value) => (value.trim() === '' ? message : null);
}

export function minLength(n: number, message: string = minLengthMessage(n)): Rule {
	return (value) => (countCodePoints(value) < n ? message : null);
}

function countCodePoints(value: string): number {
	return [...value].length;
}

export function maxLength(n: number, message: string = maxLengthMessage(n)): Rule {
	return (value) => (countCodePoints(value) > n ? message : null);
}

export const MAX_EMAIL_LENGTH = 256;
const LOCAL_PART = /^[a-z0-9](?:[a-z0-9!#$%&'*+/=?^_`{|}~.-]*[a-z0-9])?$/i;
const DOMAIN_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/**
 * Whether the text is a mail address. Stricter than RFC 5322: no two dots or hyphens in a row, a local part that starts and ends with a letter or digit, and
 * a top-level domain of two or more letters.
 */
export function isEmail(value: string): boolean {
	if (value.length < 1 || value.length > MAX_EMAIL_LENGTH || /\.\.|--/.test(value)) return false;
	const [localPart = '', domain = '', ...extraParts] = value.split('@');
	if (extraParts.length > 0 || !LOCAL_PART.test(localPart)) return false;
	const labels = domain.split('.');
	return labels.length >= 2 && labels.every((label) => DOMAIN_LABEL.test(label)) && /^[a-z]{2,}$/i.test(labels.at(-1) ?? '');
}

export function email(message: string = EMAIL_FORMAT_MESSAGE): Rule {
	return (value) => (isEmail(value) ? null : message);
}

/** Returns the message of the first violated rule; null if there is none. */
export function firstError(value: string, rules: readonly Rule[]): string | null {
	for (const rule of rules) {
		const error = rule(value);
		if (error !== null) return error;
	}
	return null;
}

/** Returns the key of an address. Addresses with the same key belong to one account: only case is ignored. */
export function emailKey(value: string): string {
	return value.toLowerCase();
}

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 128;
export const MAX_NAME_LENGTH = 100;

/** Shown for a password on the list of common passwords. Only the server has that list. */
export const COMMON_PASSWORD_MESSAGE = 'This password is too common';

/** Shown at sign-in to the owner of a blocked account. */
export const BLOCKED_ACCOUNT_MESSAGE = 'This account is blocked';

export const emailRules: readonly Rule[] = [required(), email()];
export const newPasswordRules: readonly Rule[] = [required(), minLength(MIN_PASSWORD_LENGTH), maxLength(MAX_PASSWORD_LENGTH)];
/** For sign-in. A password that violates the other rules is simply wrong here: naming the rule would help guessing. */
export const anyPasswordRules: readonly Rule[] = [required(), maxLength(MAX_PASSWORD_LENGTH)];
export const nameRules: readonly Rule[] = [maxLength(MAX_NAME_LENGTH)];

/** Normalizes a password before measuring or hashing, because keyboards encode the same character in several ways (NFKC, as NIST SP 800-63B advises). */
export function normalizePassword(password: string): string {
	return password.normalize('NFKC');
}
