import type { ContactLetter } from '@sw/domain/outreach/letter';
import { malformed, notFound } from '../../platform/errors.ts';
import { answerMail, answerOf, letterMail } from './letter-mail.ts';
import type { OutreachParts } from './ports.ts';

const NO_LETTER = 'Contact message not found';
const CAPTCHA_REFUSED = 'The captcha is missing or wrong';

type Written = Pick<ContactLetter, 'email' | 'name' | 'subject' | 'message'>;

interface From {
	/** The whole IP address, for the captcha. */
	ip: string;
	/** The rate-limit bucket. */
	address: string;
	/** The captcha's token. */
	token: string | undefined;
}

/** Contact messages: stored for the administrators' list, and mailed after the response. */
export const createLetters = ({ records, clock, chance, captcha, post, limits, operators, origin, tell }: OutreachParts) => ({
	write: async (written: Written, { ip, address, token }: From): Promise<ContactLetter> => {
		// Only counted after the captcha: the limit of three an hour must not be used up by unsolved captchas.
		if (!(await captcha.passes(token, 'contact', ip))) throw malformed('captcha', CAPTCHA_REFUSED);
		await limits.letter(address);
		const letter: ContactLetter = { id: chance.uuid(), at: clock.now(), ...written, dealtWithAt: null };
		await records.addLetter(letter);
		post.later('forward a contact message', async () => {
			for (const to of await operators()) post.send(letterMail(to, letter, origin));
		});
		return letter;
	},

	/** Answers by mail, and in the inbox if an account has the address; marks the message as done. */
	answer: async (id: string, text: string): Promise<ContactLetter> => {
		const letter = await records.letterById(id);
		if (!letter) throw notFound(NO_LETTER);
		const now = clock.now();
		const told = answerOf(letter, text);
		await tell(letter.email, { ...told, kind: 'answer', link: null, key: `answer ${letter.id} ${now}` });
		post.send(answerMail(letter, told));
		return (await records.dealWithLetter(id, true, now))?.after ?? letter;
	},

	dealWith: async (id: string, dealtWith: boolean): Promise<{ before: ContactLetter; after: ContactLetter }> => {
		const changed = await records.dealWithLetter(id, dealtWith, clock.now());
		if (!changed) throw notFound(NO_LETTER);
		return changed;
	},
});
