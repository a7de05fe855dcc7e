import type { outreach } from '@sw/contract/outreach/outreach';
import { emailKey } from '@sw/domain/access/form-rules';
import type { ContactMessage } from '@sw/domain/outreach/contact-message';
import type { WaitListSignUp, WaitListSource } from '@sw/domain/outreach/wait-list';
import { formatEt, isoSeconds } from '@sw/domain/time/format';
import { exchangeDate, type UtcMs } from '@sw/domain/time/units';
import { addDays, newYorkToUtc } from '@sw/domain/time/zone';
import type { Mail } from '../../outside/mail/mail.ts';
import { renderMail } from '../../outside/mail/mail-layout.ts';
import { malformed, notFound, Problem } from '../../platform/errors.ts';
import { respond } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import type { OutreachParts } from './ports.ts';

const NO_ENTRY = 'Sign-up not found';

const ALREADY_ON_LIST = 'This address is already on the list';

export function createOutreachHandlers(parts: OutreachParts) {
	const { records, audit } = parts;
	const waitList = createWaitList(parts);
	const messages = createContactMessages(parts);
	return {
		waitList: async ({ query: { Email: email, Source: source, From: from, To: to, skip, max } }) => {
			const search = { email, source, since: toMidnight(from), until: toMidnight(to, 1) };
			const { items, total } = await records.listSignUps(search, skip, max);
			return { items: items.map(presentEntry), total_count: total };
		},

		joinWaitList: async ({ body, caller }) => respond(201, presentEntry(await waitList.join(body.email, body.source, caller.ipBucket))),

		waitListEntry: async ({ params, query }) => {
			const { hasAccount, ...entry } = await waitList.find(params.email, query.source);
			return { ...presentEntry(entry), has_account: hasAccount };
		},

		deleteWaitListEntry: async ({ params, query: { source }, caller }) => {
			const email = await waitList.remove(params.email, source);
			await audit(caller, 'wait-list.delete', email, { source });
			return respond(204);
		},

		contactUs: async ({ body, headers, request, caller }) => {
			const { id, at } = await messages.write(body, { ip: request.ip, ipBucket: caller.ipBucket, token: headers.captcha });
			return { id, time: isoSeconds(at) };
		},

		contactLetters: async ({ query: { q, dealt_with: dealtWith, skip, max } }) => {
			const { items, total } = await records.listContactMessages({ q, dealtWith }, skip, max);
			return { items: items.map(presentContactMessage), total_count: total };
		},

		answerContactLetter: async ({ params, body, caller }) => {
			const message = await messages.answer(params.id, body.text);
			await audit(caller, 'letter.answer', message.email, { letter: message.id });
			return presentContactMessage(message);
		},

		changeContactLetter: async ({ params, body, caller }) => {
			const { before, after } = await messages.setDealtWith(params.id, body.dealt_with);
			await audit(caller, 'letter.change', after.email, {
				letter: after.id,
				dealt_with: [before.dealtWithAt !== null, after.dealtWithAt !== null],
			});
			return presentContactMessage(after);
		},
	} satisfies Handlers<typeof outreach>;
}

function presentContactMessage({ at, dealtWithAt, ...otherFields }: ContactMessage) {
	return {
		...otherFields,
		time: isoSeconds(at),
		dealt_with_at: dealtWithAt === null ? null : isoSeconds(dealtWithAt),
	};
}

function presentEntry({ email, source, at }: WaitListSignUp) {
	return { email, source, created: isoSeconds(at) };
}

function toMidnight(date: string | undefined, daysLater = 0): UtcMs | undefined {
	return date === undefined ? undefined : newYorkToUtc(addDays(exchangeDate(date), daysLater), 0, 0);
}

/** Adds, finds and removes wait-list sign-ups, one per address and source. */
function createWaitList({ records, clock, limits }: Pick<OutreachParts, 'records' | 'clock' | 'limits'>) {
	return {
		join: async (email: string, source: WaitListSource, ipBucket: string): Promise<WaitListSignUp> => {
			await limits.countSignUp(ipBucket);
			const entry = { email: emailKey(email), source, at: clock.now() };
			if (!(await records.addSignUp(entry))) throw new Problem('conflict', { errors: [{ field: 'email', message: ALREADY_ON_LIST }] });
			return entry;
		},

		find: async (email: string, source: WaitListSource): Promise<WaitListSignUp & { hasAccount: boolean }> => {
			const entry = await records.signUpById(emailKey(email), source);
			if (!entry) throw notFound(NO_ENTRY);
			return { ...entry, hasAccount: (await records.userByEmail(entry.email)) !== undefined };
		},

		/** Returns the removed address in lower case. */
		remove: async (email: string, source: WaitListSource): Promise<string> => {
			const key = emailKey(email);
			if (!(await records.removeSignUp(key, source))) throw notFound(NO_ENTRY);
			return key;
		},
	};
}

const NO_CONTACT_MESSAGE = 'Contact message not found';
const CAPTCHA_REFUSED = 'The captcha is missing or wrong';

type ContactForm = Pick<ContactMessage, 'email' | 'name' | 'subject' | 'message'>;

interface SenderDetails {
	/** The full IP address, for the captcha. */
	ip: string;
	/** The rate-limit bucket of the IP address. */
	ipBucket: string;
	/** Token of the solved captcha. */
	token: string | undefined;
}

/** Receives and answers contact messages. They are stored for administrators, and mailed to operators after the response. */
function createContactMessages({ records, clock, randomSource, captcha, mailer, limits, operators, origin, sendToInbox }: OutreachParts) {
	return {
		write: async (form: ContactForm, { ip, ipBucket, token }: SenderDetails): Promise<ContactMessage> => {
			// Counted after the captcha, so that unsolved captchas don't use up the limit of three messages an hour.
			if (!(await captcha.passes(token, 'contact', ip))) throw malformed('captcha', CAPTCHA_REFUSED);
			await limits.countMessage(ipBucket);
			const message: ContactMessage = { id: randomSource.uuid(), at: clock.now(), ...form, dealtWithAt: null };
			await records.addContactMessage(message);
			mailer.defer('forward a contact message', async () => {
				for (const to of await operators()) mailer.send(createContactMail(to, message, origin));
			});
			return message;
		},

		/** Answers by mail, and in the inbox if an account has the address. Marks the message as dealt with. */
		answer: async (id: string, text: string): Promise<ContactMessage> => {
			const message = await records.contactMessageById(id);
			if (!message) throw notFound(NO_CONTACT_MESSAGE);
			const now = clock.now();
			const reply = composeReply(message, text);
			await sendToInbox(message.email, { ...reply, kind: 'answer', link: null, key: `answer ${message.id} ${now}` });
			mailer.send(createReplyMail(message, reply));
			return (await records.settleContactMessage(id, true, now))?.after ?? message;
		},

		setDealtWith: async (id: string, dealtWith: boolean): Promise<{ before: ContactMessage; after: ContactMessage }> => {
			const change = await records.settleContactMessage(id, dealtWith, clock.now());
			if (!change) throw notFound(NO_CONTACT_MESSAGE);
			return change;
		},
	};
}

/** Forwards a contact message to an operator by mail. Replies to the mail go to the author. */
function createContactMail(to: string, { at, email, name, subject, message }: ContactMessage, origin: string): Mail {
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

/** Writes the answer to a contact message, for mail and inbox. */
function composeReply({ subject, message }: ContactMessage, text: string): { subject: string; text: string } {
	return {
		subject: subject.trim() === '' ? 'Reply to your message' : `Re: ${subject.trim()}`,
		text: `${text.trim()}\n\nYou wrote:\n\n${message.trim()}`,
	};
}

function createReplyMail({ email }: ContactMessage, { subject, text }: { subject: string; text: string }): Mail {
	return renderMail(email, { subject, before: text.split(/\s*\n\s*/), after: [] });
}
