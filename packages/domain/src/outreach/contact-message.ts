import { emailRules, maxLength, type Rule, required } from '../access/form-rules.ts';
import { DAY, type UtcMs } from '../time/units.ts';

/** The contact form: field -> rules, for the screen and the server. */
export const contactRules = {
	email: emailRules,
	name: [maxLength(100)],
	subject: [maxLength(200)],
	message: [required(), maxLength(5_000)],
} as const satisfies Record<string, readonly Rule[]>;

/** Maximum length of an administrator's answer. */
export const LONGEST_REPLY = 5_000;

/** Contact messages are deleted after this time, done or not. */
export const CONTACT_MESSAGE_LIFE = 730 * DAY;

export interface ContactMessage {
	readonly id: string;
	readonly at: UtcMs;
	/** Reply address. */
	readonly email: string;
	/** '' if none is given; the same for the subject. */
	readonly name: string;
	readonly subject: string;
	readonly message: string;
	/** null: not handled yet. */
	readonly dealtWithAt: UtcMs | null;
}

/** Selects contact messages; absent criteria match everything. */
export interface ContactMessageSearch {
	/** Part of the address, name or subject, ignoring case. */
	readonly q?: string | undefined;
	readonly dealtWith?: boolean | undefined;
}
