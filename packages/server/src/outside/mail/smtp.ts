import { createTransport } from 'nodemailer';
import type { Mailer } from './mail.ts';

/** Mail by a server, smtp:// or smtps:// with its account in the URL. */
export const smtpMailer = (url: string, from: string): Mailer => {
	const transport = createTransport({
		url,
		connectionTimeout: 10_000,
		socketTimeout: 20_000,
		disableFileAccess: true,
		disableUrlAccess: true,
	});
	return {
		send: async (mail) => {
			await transport.sendMail({ ...mail, from });
		},
		close: () => transport.close(),
	};
};
