import { emailRules } from '../access/account-forms.ts';
import { maxLength, type Rule, required } from '../access/form-rules.ts';
import { DAY, type UtcMs } from '../time/units.ts';

/** The form by which anybody writes to the operator: field -> rules, for the screen and for the server. */
export const letterRules = {
	email: emailRules,
	name: [maxLength(100)],
	subject: [maxLength(200)],
	message: [required(), maxLength(5_000)],
} as const satisfies Record<string, readonly Rule[]>;

/** Characters of an administrator's answer. */
export const LONGEST_ANSWER = 5_000;

/** After this long a letter is forgotten, dealt with or not. */
export const LETTER_LIFE = 730 * DAY;

export interface ContactLetter {
	readonly id: string;
	readonly at: UtcMs;
	/** Where the answer goes. */
	readonly email: string;
	/** '' where none is given, as of the subject. */
	readonly name: string;
	readonly subject: string;
	readonly message: string;
	/** null: not handled yet. */
	readonly dealtWithAt: UtcMs | null;
}

/** Which letters; what is left out does not narrow them. */
export interface LetterSearch {
	/** Part of address, name or subject, in any case of letters. */
	readonly q?: string | undefined;
	readonly dealtWith?: boolean | undefined;
}
