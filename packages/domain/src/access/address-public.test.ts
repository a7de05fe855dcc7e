import { array, assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicIp } from './address.ts';

describe('an address of the public internet', () => {
	it.each([
		'1.1.1.1',
		'9.255.255.255',
		'11.0.0.0',
		'100.63.255.255',
		'100.128.0.0',
		'172.15.255.255',
		'172.32.0.0',
		'223.255.255.255',
		'2606:4700::1111',
		'2a00:1450:4001:80b::200e',
		'::ffff:8.8.8.8',
		'64:ff9b::8.8.8.8',
	])('is %s', (address) => {
		expect(isPublicIp(address)).toBe(true);
	});

	it.each([
		'0.0.0.0',
		'10.1.2.3',
		'100.64.0.1',
		'100.127.255.255',
		'127.0.0.1',
		'127.255.255.254',
		'169.254.169.254',
		'172.16.0.1',
		'172.31.255.255',
		'192.0.0.8',
		'192.0.2.1',
		'192.168.1.1',
		'198.18.0.1',
		'198.19.255.255',
		'203.0.113.9',
		'224.0.0.1',
		'240.0.0.1',
		'255.255.255.255',
		'::',
		'::1',
		'::ffff:127.0.0.1',
		'::ffff:7f00:1',
		'::ffff:169.254.169.254',
		'::127.0.0.1',
		'64:ff9b::10.0.0.1',
		'64:ff9b:1::8.8.8.8',
		'fc00::1',
		'fd00:ec2::254',
		'fe80::1',
		'fec0::1',
		'ff02::1',
		'2001::1',
		'2001:db8::1',
		'2002:7f00:1::',
		'3fff::1',
		'fe80::1%eth0',
		'256.1.1.1',
		'1.1.1',
		'0x7f.0.0.1',
		'2130706433',
		'localhost',
		'',
	])('is not %s', (address) => {
		expect(isPublicIp(address)).toBe(false);
	});

	/** Special-purpose networks of IANA, first and last address. */
	const INNER = [
		['0.0.0.0', '0.255.255.255'],
		['10.0.0.0', '10.255.255.255'],
		['100.64.0.0', '100.127.255.255'],
		['127.0.0.0', '127.255.255.255'],
		['169.254.0.0', '169.254.255.255'],
		['172.16.0.0', '172.31.255.255'],
		['192.0.0.0', '192.0.0.255'],
		['192.0.2.0', '192.0.2.255'],
		['192.88.99.0', '192.88.99.255'],
		['192.168.0.0', '192.168.255.255'],
		['198.18.0.0', '198.19.255.255'],
		['198.51.100.0', '198.51.100.255'],
		['203.0.113.0', '203.0.113.255'],
		['224.0.0.0', '255.255.255.255'],
	] as const;
	const numberOf = (quad: string): number => quad.split('.').reduce((sum, part) => 256 * sum + Number(part), 0);
	const quadOf = (number: number): string => [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256).join('.');
	const isInner = (number: number): boolean => INNER.some(([first, last]) => number >= numberOf(first) && number <= numberOf(last));

	it('is none from the first to the last address of a network of its own kind, and one beside it', () => {
		for (const [first, last] of INNER) {
			const [from, to] = [numberOf(first), numberOf(last)];
			const probes = [from - 1, from, from + 1, Math.floor((from + to) / 2), to - 1, to, to + 1];
			for (const probe of probes.filter((number) => number >= 0 && number < 2 ** 32))
				expect([quadOf(probe), isPublicIp(quadOf(probe))]).toEqual([quadOf(probe), !isInner(probe)]);
		}
	});

	it('is one wherever no such network lies', () => {
		assert(
			property(integer({ min: 0, max: 2 ** 32 - 1 }), (number) => {
				expect(isPublicIp(quadOf(number))).toBe(!isInner(number));
			}),
		);
	});

	it.each([
		['1fff:ffff::1', false],
		['2000::1', true],
		['3ffe:ffff::1', true],
		['4000::1', false],
		['2001:1ff:ffff::1', false],
		['2001:200::1', true],
		['2001:db7:ffff::1', true],
		['2001:db8:ffff::1', false],
		['2001:db9::1', true],
		['2002::1', false],
		['2001:ffff::1', true],
		['2003::1', true],
		['3fff:fff:ffff::1', false],
		['3fff:1000::1', true],
		['2a00:db8::1', true],
		['2a00::1', true],
	])('is recognized in IPv6 by its network, up to the last address: %s %s', (address, isPublic) => {
		expect(isPublicIp(address)).toBe(isPublic);
	});

	it.each([
		['1::ffff:8.8.8.8', '0:1::ffff:8.8.8.8', '0:0:1::ffff:8.8.8.8', '0:0:0:1:0:ffff:8.8.8.8', '::1:ffff:8.8.8.8', '::fffe:8.8.8.8'],
		['64:ff9a::8.8.8.8', '65:ff9b::8.8.8.8', '64:ff9b:1::8.8.8.8', '64:ff9b:0:1::8.8.8.8', '64:ff9b::1:0:8.8.8.8', '64:ff9b::1:8.8.8.8'],
	])('is no IPv4 address in another dress where its beginning is not just so: %s', (...addresses) => {
		expect(addresses.filter(isPublicIp)).toEqual([]);
	});

	it('is judged by all parts of the IPv4 address that IPv6 holds', () => {
		expect(['::ffff:9.255.255.255', '::ffff:11.0.0.0', '64:ff9b::192.0.1.255', '64:ff9b::192.0.3.0'].every(isPublicIp)).toBe(true);
		expect(['::ffff:10.0.0.0', '::ffff:192.0.2.0', '64:ff9b::192.0.2.255', '64:ff9b::255.255.255.255'].some(isPublicIp)).toBe(false);
	});

	it('has parts of at most 255', () => {
		expect(['255.1.1.1', '1.256.1.1', '1.1.256.1', '1.1.1.256', '1.1.1.1000', '::ffff:256.1.1.1'].some(isPublicIp)).toBe(false);
		expect(isPublicIp('1.255.255.255')).toBe(true);
	});

	it('is judged alike however IPv6 writes an IPv4 address', () => {
		const octet = integer({ min: 0, max: 255 });
		assert(
			property(array(octet, { minLength: 4, maxLength: 4 }), (octets) => {
				const [a = 0, b = 0, c = 0, d = 0] = octets;
				const plain = isPublicIp(octets.join('.'));
				expect(isPublicIp(`::ffff:${octets.join('.')}`)).toBe(plain);
				expect(isPublicIp(`0:0:0:0:0:ffff:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`)).toBe(plain);
			}),
		);
	});
});
