import { expect, it } from 'vitest';
import { createIpMatcher } from './address-list.ts';

it.each([
	['127.0.0.1', '127.0.0.1', true],
	['127.0.0.1', '::ffff:127.0.0.1', true],
	['127.0.0.1', '127.0.0.2', false],
	['10.0.0.0/8', '10.200.3.4', true],
	['10.0.0.0/8', '11.0.0.1', false],
	['::ffff:10.0.0.0/104', '10.1.2.3', true],
	['fd00::/8', 'fd12::1', true],
	['fd00::/8', 'fe80::1', false],
	['loopback', '::1', true],
	['uniquelocal', '192.168.1.1', true],
	['linklocal', '169.254.1.1', true],
	['127.0.0.1', '', false],
	['127.0.0.1', 'unix', false],
])('%s has %s: %s', (entry, address, isIn) => {
	expect(createIpMatcher(['203.0.113.7', entry])(address)).toBe(isIn);
});

it('has nothing when it is empty', () => {
	expect(createIpMatcher([])('127.0.0.1')).toBe(false);
	expect(createIpMatcher(['127.0.0.1'])(undefined)).toBe(false);
});
