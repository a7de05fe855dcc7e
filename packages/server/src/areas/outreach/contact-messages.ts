import type { ContactMessage } from '@sw/domain/outreach/contact-message';
import { formatEt } from '@sw/domain/time/format';
import type { Mail } from '../../outside/mail/mail.ts';
import { renderMail } from '../../outside/mail/mail-layout.ts';
import { malformed, notFound } from '../../platform/errors.ts';
import type { OutreachParts } from './ports.ts';

const NO_CONTACT_MESSAGE = 'Contact message not found';
const CAPTCHA_REFUSED = 'The captcha is missing or wrong';

type Written = Pick<ContactMessage, 'email' | 'name' | 'subject' | 'message'>;

interface From {
	/** The whole IP address, for the captcha. */
	ip: string;
	/** The rate-limit bucket. */
	address: string;
	/** The captcha's token. */
	token: string | undefined;
}

/** Contact messages: stored for the administrators' list, and mailed after the response. */
export function createContactMessages({ records, clock, randomSource, captcha, post, limits, operators, origin, notify }: OutreachParts) {
	return {
		write: async (written: Written, { ip, address, token }: From): Promise<ContactMessage> => {
			// Only counted after the captcha: the limit of three an hour must not be used up by unsolved captchas.
			if (!(await captcha.passes(token, 'contact', ip))) throw malformed('captcha', CAPTCHA_REFUSED);
			await limits.message(address);
			const message: ContactMessage = { id: randomSource.uuid(), at: clock.now(), ...written, dealtWithAt: null };
			await records.addContactMessage(message);
			post.later('forward a contact message', async () => {
				for (const to of await operators()) post.send(contactMail(to, message, origin));
			});
			return message;
		},

		/** Answers by mail, and in the inbox if an account has the address; marks the message as done. */
		answer: async (id: string, text: string): Promise<ContactMessage> => {
			const message = await records.contactMessageById(id);
			if (!message) throw notFound(NO_CONTACT_MESSAGE);
			const now = clock.now();
			const reported = replyOf(message, text);
			await notify(message.email, { ...reported, kind: 'answer', link: null, key: `answer ${message.id} ${now}` });
			post.send(replyMail(message, reported));
			return (await records.settleContactMessage(id, true, now))?.after ?? message;
		},

		dealWith: async (id: string, dealtWith: boolean): Promise<{ before: ContactMessage; after: ContactMessage }> => {
			const changed = await records.settleContactMessage(id, dealtWith, clock.now());
			if (!changed) throw notFound(NO_CONTACT_MESSAGE);
			return changed;
		},
	};
}

/** A contact message as a mail to an operator; replies go to its author. */
function contactMail(to: string, { at, email, name, subject, message }: ContactMessage, origin: string): Mail {
	return {
		...renderMail(to, {
			subject: subject.trim() === '' ? `Contact message from ${email}` : `Contact message: ${subject.trim()}`,
			before: message.split(/\s*\n\s*/),
			button: { label: 'View contact messages', url: `${origin}/admin/letters` },
			after: [
				`Sent by ${name.trim() === '' ? email : `${name.trim()} (${email})`} at ${formatEt(at, 'datetime')} ET. Reply to this mail to answer.`,
			],
		}),
		replyTo: email,
	};
}

/** The answer to a contact message, for mail and inbox. */
function replyOf({ subject, message }: ContactMessage, text: string): { subject: string; text: string } {
	return {
		subject: subject.trim() === '' ? 'Reply to your message' : `Re: ${subject.trim()}`,
		text: `${text.trim()}\n\nYou wrote:\n\n${message.trim()}`,
	};
}

function replyMail({ email }: ContactMessage, { subject, text }: { subject: string; text: string }): Mail {
	return renderMail(email, { subject, before: text.split(/\s*\n\s*/), after: [] });
}
