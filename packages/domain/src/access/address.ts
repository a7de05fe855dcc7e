/** Addresses that count as one visitor: an IPv4 address, or the /64 of an IPv6 address, which a household usually gets. */

const V4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;

/** The eight groups of an IPv6 address without a zone, or undefined if invalid. Its last 32 bits must be hexadecimal, see `hexOfQuad`. */
export function groupsOf(text: string): number[] | undefined {
	const halves = text.split('::');
	if (halves.length > 2) return undefined;
	const parse = (half: string): number[] =>
		half === '' ? [] : half.split(':').map((group) => (/^[0-9a-f]{1,4}$/i.test(group) ? Number.parseInt(group, 16) : Number.NaN));
	const head = parse(halves[0] ?? '');
	const tail = parse(halves[1] ?? '');
	const gap = 8 - head.length - tail.length;
	if (halves.length === 1 ? gap !== 0 : gap < 1) return undefined;
	const groups = [...head, ...new Array<number>(gap).fill(0), ...tail];
	return groups.some(Number.isNaN) ? undefined : groups;
}

/** The last 32 bits of an IPv6 address may be written as an IPv4 address. */
export function hexOfQuad(text: string): string {
	const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
	return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

/** '203.0.113.7' -> itself; '2001:db8:1:2:3::4' -> '2001:db8:1:2::/64'; '::ffff:203.0.113.7' -> '203.0.113.7'; anything else -> 'unknown'. */
export function addressBucket(ip: string): string {
	const bare = ip.split('%')[0] ?? '';
	if (V4.test(bare)) return bare;
	const groups = groupsOf(bare.replace(/(?:\d{1,3}\.){3}\d{1,3}$/, hexOfQuad));
	if (!groups) return 'unknown';
	if (groups.slice(0, 5).every((g) => g === 0) && groups[5] === 0xffff) return quad(groups[6] ?? 0, groups[7] ?? 0);
	return `${groups
		.slice(0, 4)
		.map((g) => g.toString(16))
		.join(':')}::/64`;
}

function quad(high: number, low: number): string {
	return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** '1.2.3.4:5678' -> '1.2.3.4', '[2001:db8::1]:80' and '[2001:db8::1]' -> '2001:db8::1'; anything else stays as it is. */
export function withoutPort(address: string): string {
	return /^\[([0-9a-f:.%]+)\](?::\d{1,5})?$/i.exec(address)?.[1] ?? /^((?:\d{1,3}\.){3}\d{1,3}):\d{1,5}$/.exec(address)?.[1] ?? address;
}

/** Whether a server listening on this address is reachable only from this machine. */
export function isLoopback(host: string): boolean {
	return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
