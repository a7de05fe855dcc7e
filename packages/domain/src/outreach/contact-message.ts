import { emailRules, maxLength, type Rule, required } from '../access/form-rules.ts';
import { DAY, type UtcMs } from '../time/units.ts';

/** Rules of the contact form by field, for the screen and the server. */
export const contactRules = {
	email: emailRules,
	name: [maxLength(100)],
	subject: [maxLength(200)],
	message: [required(), maxLength(5_000)],
} as const satisfies Record<string, readonly Rule[]>;

/** Maximum length of an administrator's reply, in characters. */
export const MAX_REPLY_LENGTH = 5_000;

/** Contact messages are deleted after this time, whether handled or not. */
export const CONTACT_MESSAGE_LIFE = 730 * DAY;

export interface ContactMessage {
	readonly id: string;
	readonly at: UtcMs;
	/** Reply address. */
	readonly email: string;
	/** '' if none was given. */
	readonly name: string;
	/** '' if none was given. */
	readonly subject: string;
	readonly message: string;
	/** When an administrator handled the message; null: not yet. */
	readonly dealtWithAt: UtcMs | null;
}

/** Search criteria; a contact message must match all of them. */
export interface ContactMessageSearch {
	/** Part of the address, name or subject, ignoring case. */
	readonly q?: string | undefined;
	readonly dealtWith?: boolean | undefined;
}
