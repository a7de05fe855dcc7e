/** One mail by a server that somebody typed, to see whether it takes mails. What the server says is told in words of ours alone. */
import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';
import { createTransport } from 'nodemailer';
import type { Mail } from './mail.ts';

/** A mail server; undefined parts are the scheme's own. */
export interface MailServer {
	readonly host: string;
	readonly port: number;
	readonly secure: boolean;
	readonly auth?: { readonly user: string; readonly pass: string };
}

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;

/** What smtp:// or smtps:// names; undefined where it names no server. What follows a question mark could change how it is asked, and is refused. */
export const mailServerOf = (url: string): MailServer | undefined => {
	if (!URL.canParse(url)) return undefined;
	const { protocol, hostname, port, username, password, search, hash, pathname } = new URL(url);
	if ((protocol !== 'smtp:' && protocol !== 'smtps:') || hostname === '' || search !== '' || hash !== '' || pathname.length > 1)
		return undefined;
	try {
		return {
			host: hostname.replace(/^\[|\]$/g, ''),
			port: Number(port) || PORTS[protocol],
			secure: protocol === 'smtps:',
			...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
		};
	} catch {
		return undefined;
	}
};

/** Nobody's mail server: addresses of the machine's own network card, among them those where clouds keep their keys, and of many at once. */
const NEVER = new BlockList();
NEVER.addSubnet('0.0.0.0', 8);
NEVER.addSubnet('169.254.0.0', 16);
NEVER.addSubnet('224.0.0.0', 3);
NEVER.addAddress('::', 'ipv6');
NEVER.addAddress('fd00:ec2::254', 'ipv6');
NEVER.addSubnet('fe80::', 10, 'ipv6');
NEVER.addSubnet('ff00::', 8, 'ipv6');

export const isNeverServer = (address: string): boolean => NEVER.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

const WORDS = {
	name: 'There is no host of that name.',
	forbidden: 'That address is no mail server of anybody: link-local and multicast addresses are not asked.',
	EAUTH: 'It does not accept the user and the password.',
	ENOAUTH: 'It wants a user and a password.',
	ETLS: 'No encrypted connection comes about.',
	EENVELOPE: 'It refuses the sender or the recipient.',
	EMESSAGE: 'It refuses the mail.',
} as const;
const UNREACHED = 'It cannot be reached there, or does not answer as a mail server.';

const inWords = (error: unknown): string => {
	const { code = '', responseCode } = error as { code?: string; responseCode?: number };
	const known = Object.entries(WORDS).find(([key]) => key === code)?.[1] ?? UNREACHED;
	return responseCode === undefined ? known : `${known} It answered with ${responseCode}.`;
};

const WAIT = 10_000;

/** Undefined when the server has taken the mail, otherwise why not. The name is looked up once, so that what was judged is what is asked. */
export const tryMail = async (server: MailServer, mail: Mail & { from: string }): Promise<string | undefined> => {
	const found = await lookup(server.host).catch(() => undefined);
	if (!found) return WORDS.name;
	if (isNeverServer(found.address)) return WORDS.forbidden;
	const transport = createTransport({
		host: found.address,
		port: server.port,
		secure: server.secure,
		tls: { servername: server.host },
		...(server.auth ? { auth: { ...server.auth } } : {}),
		connectionTimeout: WAIT,
		greetingTimeout: WAIT,
		socketTimeout: WAIT,
		disableFileAccess: true,
		disableUrlAccess: true,
	});
	try {
		await transport.sendMail(mail);
		return undefined;
	} catch (error) {
		return inWords(error);
	} finally {
		transport.close();
	}
};
