import type { Transporter } from 'nodemailer';
import { DELIVERED, type Outcome, refusedByReceiver, rejectedMessage, retryLater } from '../outcome.ts';
import { composeMail, type Mail, type Mailer } from './mail.ts';

/** More connections would strain a small mail server, or look like abuse to a large one. */
const MAX_CONNECTIONS = 4;

/** Sends mail through a server, given by an smtp:// or smtps:// URL that includes the credentials. */
export function createSmtpMailer(url: string, from: string): Mailer {
	/** Loaded with the first mail, so that a start need not wait for the library. */
	let transport: Promise<Transporter> | undefined;
	const loadTransport = async (): Promise<Transporter> => {
		const { createTransport } = await import('nodemailer');
		return createTransport({
			url,
			// Many mails are due at the same moment, so connections are reused.
			pool: true,
			maxConnections: MAX_CONNECTIONS,
			connectionTimeout: 10_000,
			socketTimeout: 20_000,
			disableFileAccess: true,
			disableUrlAccess: true,
		});
	};
	return {
		send: async (mail) => {
			transport ??= loadTransport();
			await (await transport).sendMail({ ...composeMail(mail), from });
		},
		close: () =>
			void transport?.then(
				(opened) => opened.close(),
				() => {},
			),
	};
}

/** nodemailer's error for a mail that was not accepted: the SMTP command that failed and the server's response code. */
interface SmtpError {
	readonly code?: string;
	readonly command?: string;
	readonly responseCode?: number;
}

const RECIPIENT_REFUSED = 'The mail server rejected the recipient';
const MAIL_REFUSED = 'The mail server rejected the mail';
const SERVER_UNAVAILABLE = 'The mail server is unavailable.';
const SENDER_REFUSED = "The mail server doesn't allow this service to send";

/** Sends one mail and returns the outcome. Never rejects. */
export async function deliverBySmtp(mailer: Pick<Mailer, 'send'>, mail: Mail): Promise<Outcome> {
	try {
		await mailer.send(mail);
		return DELIVERED;
	} catch (error) {
		return toOutcome(error as SmtpError);
	}
}

/** Only errors about one recipient or one mail fail that mail. Errors about our sender address or account pause the whole channel (`away`). */
function toOutcome({ code = '', command = '', responseCode: status }: SmtpError): Outcome {
	const isPermanent = status !== undefined && status >= 500;
	const statusText = status === undefined ? '' : ` (${status})`;
	if (command === 'RCPT TO')
		return isPermanent
			? refusedByReceiver(`${RECIPIENT_REFUSED}${statusText}.`)
			: retryLater(`${RECIPIENT_REFUSED} temporarily${statusText}.`);
	if (code === 'EMESSAGE' && status === undefined) return rejectedMessage('The mail is too large for the mail server.');
	if (command === 'DATA' && status !== undefined)
		return isPermanent ? refusedByReceiver(`${MAIL_REFUSED}${statusText}.`) : retryLater(`${MAIL_REFUSED} temporarily${statusText}.`);
	if (code === 'EENVELOPE' && status === undefined) return refusedByReceiver(`${RECIPIENT_REFUSED}.`);
	return { kind: 'later', why: status === undefined ? SERVER_UNAVAILABLE : `${SENDER_REFUSED}${statusText}.`, away: true };
}
