import { isSubPath, subPathOf } from '@sw/domain/access/site-host';

export type OriginVerdict = 'none' | 'faulty' | 'here' | 'open' | 'elsewhere';

/** What an address reveals without a request: whether it is valid, whether this page was loaded from it, and whether it is encrypted. */
export function originVerdict(typed: string, currentOrigin: string | undefined): OriginVerdict {
	const text = typed.trim().replace(/\/+$/, '');
	if (text === '') return 'none';
	if (!URL.canParse(text)) return 'faulty';
	const { protocol, hostname, username, search, hash, href } = new URL(text);
	if (!/^https?:$/.test(protocol) || username || search || hash || !isSubPath(subPathOf(text))) return 'faulty';
	if (href.replace(/\/+$/, '') === currentOrigin) return 'here';
	const local = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
	return protocol === 'http:' && !local ? 'open' : 'elsewhere';
}
