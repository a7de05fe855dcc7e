import { array, assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

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
		expect(isPublicAddress(address)).toBe(true);
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
		expect(isPublicAddress(address)).toBe(false);
	});

	it('is judged alike however IPv6 writes an IPv4 address', () => {
		const octet = integer({ min: 0, max: 255 });
		assert(
			property(array(octet, { minLength: 4, maxLength: 4 }), (octets) => {
				const [a = 0, b = 0, c = 0, d = 0] = octets;
				const plain = isPublicAddress(octets.join('.'));
				expect(isPublicAddress(`::ffff:${octets.join('.')}`)).toBe(plain);
				expect(isPublicAddress(`0:0:0:0:0:ffff:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`)).toBe(plain);
			}),
		);
	});
});
