/** Tests a mail server entered in a form by sending one mail. Shows only our own texts, never the server's. */
import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';
import type { Mail } from './mail.ts';

/** A mail server. Parts that the URL omits have the defaults of its scheme. */
export interface MailServer {
	readonly host: string;
	readonly port: number;
	readonly secure: boolean;
	readonly auth?: { readonly user: string; readonly pass: string };
}

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;

/** Parses an smtp:// or smtps:// URL; undefined if it is invalid. A query string is refused, since it could change how the server is contacted. */
export function parseMailServer(url: string): MailServer | undefined {
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
}

/** IP addresses that are never mail servers: unspecified, link-local (where cloud providers serve credentials) and multicast. */
const FORBIDDEN_IPS = new BlockList();
FORBIDDEN_IPS.addSubnet('0.0.0.0', 8);
FORBIDDEN_IPS.addSubnet('169.254.0.0', 16);
FORBIDDEN_IPS.addSubnet('224.0.0.0', 3);
FORBIDDEN_IPS.addAddress('::', 'ipv6');
FORBIDDEN_IPS.addAddress('fd00:ec2::254', 'ipv6');
FORBIDDEN_IPS.addSubnet('fe80::', 10, 'ipv6');
FORBIDDEN_IPS.addSubnet('ff00::', 8, 'ipv6');

export function isForbiddenServer(ip: string): boolean {
	return FORBIDDEN_IPS.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}

const ERROR_TEXTS = {
	name: 'There is no host with this name.',
	forbidden: "This address can't be a mail server: link-local and multicast addresses aren't allowed.",
	EAUTH: 'The server rejected the user or password.',
	ENOAUTH: 'The server requires a user and a password.',
	ETLS: "An encrypted connection couldn't be established.",
	EENVELOPE: 'The server rejected the sender or the recipient.',
	EMESSAGE: 'The server rejected the mail.',
} as const;
const UNREACHABLE = "The server is unreachable or isn't a mail server.";

const TIMEOUT_MS = 10_000;

/** Returns undefined if the server accepted the mail, otherwise the reason. The name is resolved once, so the checked address is the one contacted. */
export async function tryMail(server: MailServer, mail: Mail & { from: string }): Promise<string | undefined> {
	const resolvedHost = await lookup(server.host).catch(() => undefined);
	if (!resolvedHost) return ERROR_TEXTS.name;
	if (isForbiddenServer(resolvedHost.address)) return ERROR_TEXTS.forbidden;
	const { createTransport } = await import('nodemailer');
	const transport = createTransport({
		host: resolvedHost.address,
		port: server.port,
		secure: server.secure,
		tls: { servername: server.host },
		...(server.auth ? { auth: { ...server.auth } } : {}),
		connectionTimeout: TIMEOUT_MS,
		greetingTimeout: TIMEOUT_MS,
		socketTimeout: TIMEOUT_MS,
		disableFileAccess: true,
		disableUrlAccess: true,
	});
	try {
		await transport.sendMail(mail);
		return undefined;
	} catch (error) {
		return describeError(error);
	} finally {
		transport.close();
	}
}

function describeError(error: unknown): string {
	const { code = '', responseCode } = error as { code?: string; responseCode?: number };
	const text = Object.entries(ERROR_TEXTS).find(([key]) => key === code)?.[1] ?? UNREACHABLE;
	return responseCode === undefined ? text : `${text} Its response code was ${responseCode}.`;
}
