import { createTransport } from 'nodemailer';
import { composeMail } from './compose-mail.ts';
import type { Mailer } from './mail.ts';

/** More connections strain a small mail server, or look like abuse to a large one. */
const CONNECTIONS = 4;

/** Sends mail through a server: an smtp:// or smtps:// URL with the credentials in it. */
export function smtpMailer(url: string, from: string): Mailer {
	const transport = createTransport({
		url,
		// Many mails are due at once: connections are reused.
		pool: true,
		maxConnections: CONNECTIONS,
		connectionTimeout: 10_000,
		socketTimeout: 20_000,
		disableFileAccess: true,
		disableUrlAccess: true,
	});
	return {
		send: async (mail) => {
			await transport.sendMail({ ...composeMail(mail), from });
		},
		close: () => transport.close(),
	};
}
