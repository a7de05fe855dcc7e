/** Whether an address is on the public internet: requests on behalf of users may go nowhere else. Follows IANA's special-purpose registries. */
import { groupsOf, hexOfQuad } from './address.ts';

type Quad = readonly [number, number, number, number];

/** Networks that are not on the public internet, with their length in bits. */
const INNER: readonly (readonly [...Quad, bits: number])[] = [
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

const V4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/** Also false for invalid addresses. */
export function isPublicAddress(text: string): boolean {
	const v4 = v4Of(text);
	if (v4 !== undefined) return isPublicV4(v4);
	const groups = text.includes(':') ? groupsOf(text.replace(/(?:\d{1,3}\.){3}\d{1,3}$/, hexOfQuad)) : undefined;
	return groups !== undefined && isPublicV6(groups);
}

function isPublicV4(address: number): boolean {
	return !INNER.some((network) => isIn(address, network));
}

function isIn(address: number, [a, b, c, d, bits]: (typeof INNER)[number]): boolean {
	return address >>> (32 - bits) === numberOf([a, b, c, d]) >>> (32 - bits);
}

function numberOf([a, b, c, d]: Quad): number {
	return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}

function isPublicV6(groups: readonly number[]): boolean {
	const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
	const isMapped = a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && f === 0xffff;
	const isTranslated = a === 0x64 && b === 0xff9b && c === 0 && d === 0 && e === 0 && f === 0;
	if (isMapped || isTranslated) return isPublicV4(((g << 16) | h) >>> 0);
	if (a >> 13 !== 1) return false; // all allocated addresses begin with 2000::/3
	const isAssignment = a === 0x2001 && b < 0x200;
	const isDocumentation = (a === 0x2001 && b === 0xdb8) || (a === 0x3fff && b < 0x1000);
	const is6to4 = a === 0x2002;
	return !isAssignment && !isDocumentation && !is6to4;
}

function v4Of(text: string): number | undefined {
	const parts = V4.exec(text)?.slice(1).map(Number);
	if (!parts || parts.some((part) => part > 255)) return undefined;
	const [a = 0, b = 0, c = 0, d = 0] = parts;
	return numberOf([a, b, c, d]);
}
