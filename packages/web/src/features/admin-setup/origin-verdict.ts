export type OriginVerdict = 'none' | 'faulty' | 'here' | 'open' | 'elsewhere';

/** What an address reveals without a request: whether it is valid, whether this page was loaded from it, and whether it is encrypted. */
export function originVerdict(typed: string, here: string | undefined): OriginVerdict {
	const text = typed.trim().replace(/\/+$/, '');
	if (text === '') return 'none';
	if (!URL.canParse(text)) return 'faulty';
	const { protocol, origin, hostname } = new URL(text);
	if (!/^https?:$/.test(protocol) || origin !== text.toLowerCase()) return 'faulty';
	if (origin === here) return 'here';
	const local = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
	return protocol === 'http:' && !local ? 'open' : 'elsewhere';
}
