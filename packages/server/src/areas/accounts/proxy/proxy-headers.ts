import type { IncomingMessage } from 'node:http';
import type { GroupRule } from '@sw/domain/access/claim-grant';

/** Sign-in by the headers of an authenticating proxy. */
export interface ProxyConfig {
	/** Header with the user's permanent name; it ends in `-User`. Address, name and groups are in its neighbours: `-Email`, `-Name`, `-Groups`. */
	readonly header: string;
	/** Null: every user of the proxy gets an account, whatever the groups. */
	readonly rules: readonly GroupRule[] | null;
	/** Whether an address is one of the trusted proxies. */
	trusts(address: string | undefined): boolean;
}

export interface ProxyUser {
	subject: string;
	/** Null: the proxy sends none. */
	email: string | null;
	name: string;
	groups: readonly string[];
}

const LONGEST = 256;

/** The user whom the proxy has signed in; undefined without the header, and for values that no proxy sends. */
export function readProxyUser({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, header: string): ProxyUser | undefined {
	const read = (kind: string): string => {
		const name = header.toLowerCase().replace(/user$/, kind);
		// Names and values alternate.
		const values = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
		// Twice: one of them came from the visitor.
		return values.length === 1 ? decode(values[0] ?? '').trim() : '';
	};
	const subject = read('user');
	if (subject === '' || subject.length > LONGEST) return undefined;
	const email = read('email') || (subject.includes('@') ? subject : '');
	const groups = read('groups')
		.split(',')
		.map((group) => group.trim());
	return { subject, email: email || null, name: read('name').slice(0, 100), groups: groups.filter((group) => group !== '') };
}

/** Headers arrive as Latin-1, one character for each byte; proxies send UTF-8. */
function decode(value: string): string {
	const bytes = Buffer.from(value, 'latin1');
	const text = bytes.toString('utf8');
	return (text.includes('\uFFFD') ? value : text).replaceAll(/\p{Cc}/gu, '');
}
