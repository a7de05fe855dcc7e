const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;

/** Parses the eight 16-bit groups of an IPv6 address without a zone; undefined if invalid. Convert a dotted IPv4 ending with `dottedQuadToHex` first. */
export function parseIpv6Groups(text: string): number[] | undefined {
	const halves = text.split('::');
	if (halves.length > 2) return undefined;
	const parseHalf = (half: string): number[] =>
		half === '' ? [] : half.split(':').map((group) => (/^[0-9a-f]{1,4}$/i.test(group) ? Number.parseInt(group, 16) : Number.NaN));
	const leadingGroups = parseHalf(halves[0] ?? '');
	const trailingGroups = parseHalf(halves[1] ?? '');
	const zeroGroupCount = 8 - leadingGroups.length - trailingGroups.length;
	if (halves.length === 1 ? zeroGroupCount !== 0 : zeroGroupCount < 1) return undefined;
	const groups = [...leadingGroups, ...new Array<number>(zeroGroupCount).fill(0), ...trailingGroups];
	return groups.some(Number.isNaN) ? undefined : groups;
}

/** Converts '1.2.3.4' to '102:304', because an IPv6 address may end in IPv4 notation. */
export function dottedQuadToHex(text: string): string {
	const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
	return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

/**
 * Returns the key that distinguishes visitors: an IPv4 address or, for IPv6, the /64 network that a household usually has.
 *
 * '203.0.113.7' -> itself; '2001:db8:1:2:3::4' -> '2001:db8:1:2::/64'; '::ffff:203.0.113.7' -> '203.0.113.7'; anything else -> 'unknown'.
 */
export function ipBucketOf(ip: string): string {
	const ipWithoutZone = ip.split('%')[0] ?? '';
	if (IPV4.test(ipWithoutZone)) return ipWithoutZone;
	const groups = parseIpv6Groups(ipWithoutZone.replace(/(?:\d{1,3}\.){3}\d{1,3}$/, dottedQuadToHex));
	if (!groups) return 'unknown';
	if (groups.slice(0, 5).every((g) => g === 0) && groups[5] === 0xffff) return formatIpv4(groups[6] ?? 0, groups[7] ?? 0);
	return `${groups
		.slice(0, 4)
		.map((g) => g.toString(16))
		.join(':')}::/64`;
}

function formatIpv4(high: number, low: number): string {
	return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Removes the port: '1.2.3.4:5678' -> '1.2.3.4', '[2001:db8::1]:80' and '[2001:db8::1]' -> '2001:db8::1'. Anything else is returned unchanged. */
export function removePort(ipWithPort: string): string {
	return (
		/^\[([0-9a-f:.%]+)\](?::\d{1,5})?$/i.exec(ipWithPort)?.[1] ?? /^((?:\d{1,3}\.){3}\d{1,3}):\d{1,5}$/.exec(ipWithPort)?.[1] ?? ipWithPort
	);
}

/** Whether a server listening on this address is reachable only from this machine. */
export function isLoopback(host: string): boolean {
	return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

type Quad = readonly [number, number, number, number];

/** Networks that are not on the public internet, with their prefix length in bits (IANA's special-purpose registry). */
const NON_PUBLIC_NETWORKS: readonly (readonly [...Quad, bits: number])[] = [
	[0, 0, 0, 0, 8], // this network
	[10, 0, 0, 0, 8],
	[100, 64, 0, 0, 10], // carrier-grade NAT
	[127, 0, 0, 0, 8],
	[169, 254, 0, 0, 16], // link-local, including cloud metadata services
	[172, 16, 0, 0, 12],
	[192, 0, 0, 0, 24], // protocol assignments
	[192, 0, 2, 0, 24], // documentation
	[192, 88, 99, 0, 24], // 6to4 relays
	[192, 168, 0, 0, 16],
	[198, 18, 0, 0, 15], // benchmarks
	[198, 51, 100, 0, 24],
	[203, 0, 113, 0, 24],
	[224, 0, 0, 0, 3], // multicast, reserved, broadcast
];

const DOTTED_QUAD = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/** Whether an address is on the public internet: requests on behalf of users must not go anywhere else. False for invalid addresses. */
export function isPublicIp(text: string): boolean {
	const v4 = parseIpv4(text);
	if (v4 !== undefined) return isPublicV4(v4);
	const groups = text.includes(':') ? parseIpv6Groups(text.replace(/(?:\d{1,3}\.){3}\d{1,3}$/, dottedQuadToHex)) : undefined;
	return groups !== undefined && isPublicV6(groups);
}

function isPublicV4(ip: number): boolean {
	return !NON_PUBLIC_NETWORKS.some((network) => isInNetwork(ip, network));
}

function isInNetwork(ip: number, [a, b, c, d, bits]: (typeof NON_PUBLIC_NETWORKS)[number]): boolean {
	return ip >>> (32 - bits) === toUint32([a, b, c, d]) >>> (32 - bits);
}

function toUint32([a, b, c, d]: Quad): number {
	return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}

function isPublicV6(groups: readonly number[]): boolean {
	const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
	const isMapped = a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && f === 0xffff;
	const isTranslated = a === 0x64 && b === 0xff9b && c === 0 && d === 0 && e === 0 && f === 0;
	if (isMapped || isTranslated) return isPublicV4(((g << 16) | h) >>> 0);
	if (a >> 13 !== 1) return false; // all allocated addresses begin with 2000::/3
	const isProtocolAssignment = a === 0x2001 && b < 0x200;
	const isDocumentation = (a === 0x2001 && b === 0xdb8) || (a === 0x3fff && b < 0x1000);
	const is6to4 = a === 0x2002;
	return !isProtocolAssignment && !isDocumentation && !is6to4;
}

function parseIpv4(text: string): number | undefined {
	const parts = DOTTED_QUAD.exec(text)?.slice(1).map(Number);
	if (!parts || parts.some((part) => part > 255)) return undefined;
	const [a = 0, b = 0, c = 0, d = 0] = parts;
	return toUint32([a, b, c, d]);
}
