import type { ContactLetter } from '@sw/domain/outreach/letter';
import { formatEt } from '@sw/domain/time/format';
import type { Mail } from '../../outside/mail/mail.ts';
import { written } from '../../outside/mail/mail-layout.ts';

/** A contact message as a mail to an operator; replies go to its author. */
export const letterMail = (to: string, { at, email, name, subject, message }: ContactLetter, origin: string): Mail => ({
	...written(to, {
		subject: subject.trim() === '' ? `Contact message from ${email}` : `Contact message: ${subject.trim()}`,
		before: message.split(/\s*\n\s*/),
		button: { label: 'View contact messages', url: `${origin}/admin/letters` },
		after: [
			`Sent by ${name.trim() === '' ? email : `${name.trim()} (${email})`} at ${formatEt(at, 'datetime')} ET. Reply to this mail to answer.`,
		],
	}),
	replyTo: email,
});

/** The answer to a contact message, for mail and inbox. */
export const answerOf = ({ subject, message }: ContactLetter, text: string): { subject: string; text: string } => ({
	subject: subject.trim() === '' ? 'Reply to your message' : `Re: ${subject.trim()}`,
	text: `${text.trim()}\n\nYou wrote:\n\n${message.trim()}`,
});

export const answerMail = ({ email }: ContactLetter, { subject, text }: { subject: string; text: string }): Mail =>
	written(email, { subject, before: text.split(/\s*\n\s*/), after: [] });
