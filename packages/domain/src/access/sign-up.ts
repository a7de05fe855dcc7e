import { isEmail } from './form-rules.ts';

export const SIGN_UP_MODES = ['open', 'invitation', 'closed'] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];

/** Site settings that decide who can create an account. */
export interface SignUpRules {
	readonly mode: SignUpMode;
	/** Lower-case; empty: any domain. */
	readonly domains: readonly string[];
}

/** Shown to visitors, by the screens and the calls alike. */
export const SIGN_UP_REFUSED_MESSAGES = {
	invitation: 'Sign-up is by invitation: open the link of your invitation',
	closed: 'Sign-up is closed: ask the operator for an account',
} as const satisfies Record<Exclude<SignUpMode, 'open'>, string>;

/** Parses a list such as `example.com, example.org`. */
export function readMailDomains(text: string): string[] {
	return text
		.split(',')
		.map((domain) => domain.trim().toLowerCase())
		.filter((domain) => domain !== '');
}

/** Returns the error message for a list of mail domains; null if it is valid. International domain names aren't allowed, as in mail addresses. */
export function mailDomainsError(text: string): string | null {
	const invalidDomain = readMailDomains(text).find((domain) => !isEmail(`a@${domain}`));
	return invalidDomain === undefined ? null : `'${invalidDomain}' isn't a mail domain: separate domains such as example.com by commas`;
}

/** Whether an address is at an allowed domain. Domains match exactly, without subdomains; an empty list allows every domain. */
export function isDomainAllowed(email: string, domains: readonly string[]): boolean {
	return domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}

/** Writes the message for an address at a domain that isn't allowed. */
export function domainRefusedMessage(domains: readonly string[]): string {
	return `Only addresses at ${domains.join(', ')} can be used here`;
}
