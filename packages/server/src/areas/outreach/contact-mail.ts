import type { ContactMessage } from '@sw/domain/outreach/contact-message';
import { formatEt } from '@sw/domain/time/format';
import type { Mail } from '../../outside/mail/mail.ts';
import { renderMail } from '../../outside/mail/mail-layout.ts';

/** A contact message as a mail to an operator; replies go to its author. */
export function contactMail(to: string, { at, email, name, subject, message }: ContactMessage, origin: string): Mail {
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
export function replyOf({ subject, message }: ContactMessage, text: string): { subject: string; text: string } {
	return {
		subject: subject.trim() === '' ? 'Reply to your message' : `Re: ${subject.trim()}`,
		text: `${text.trim()}\n\nYou wrote:\n\n${message.trim()}`,
	};
}

export function replyMail({ email }: ContactMessage, { subject, text }: { subject: string; text: string }): Mail {
	return renderMail(email, { subject, before: text.split(/\s*\n\s*/), after: [] });
}
