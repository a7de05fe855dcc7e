import { createTransport } from 'nodemailer';
import { composed } from './composed.ts';
import type { Mailer } from './mail.ts';

/** More than that at once strains a small mail server, or looks like abuse to a large one. */
const CONNECTIONS = 4;

/** Mail by a server, smtp:// or smtps:// with its account in the URL. */
export const smtpMailer = (url: string, from: string): Mailer => {
	const transport = createTransport({
		url,
		// Many notices fall due at once: connections are used again.
		pool: true,
		maxConnections: CONNECTIONS,
		connectionTimeout: 10_000,
		socketTimeout: 20_000,
		disableFileAccess: true,
		disableUrlAccess: true,
	});
	return {
		send: async (mail) => {
			await transport.sendMail({ ...composed(mail), from });
		},
		close: () => transport.close(),
	};
};
