import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND, utcMs } from '../time/units.ts';
import { dottedQuadToHex, ipBucketOf, isLoopback, parseIpv6Groups } from './address.ts';
import { filterLimit, filterLimitMessage, VISITOR_TICKERS_A_DAY } from './allowance.ts';
import {
	anyPasswordRules,
	emailKey,
	emailRules,
	firstError,
	isEmail,
	maxLength,
	minLength,
	nameRules,
	newPasswordRules,
	normalizePassword,
	required,
} from './form-rules.ts';
import { computeExpiries, LINK_LIFE } from './session-rules.ts';

describe('form rules', () => {
	it('speak the words of the specification', () => {
		expect(firstError('', [required()])).toBe('Required to fill in');
		expect(firstError('ann', emailRules)).toBe('Format name@example.com');
		expect(firstError('abc', [minLength(5)])).toBe('Should not be less than 5 characters');
		expect(firstError('abcdef', [maxLength(5)])).toBe('Should not be more than 5 characters');
		expect(firstError('a@b.co', emailRules)).toBeNull();
	});

	it.each(['a@b.co', 'a.b-c+d@sub.example.com', '1@2.museum', `${'a'.repeat(64)}@example.org`])('take %s for an address', (text) => {
		expect(isEmail(text)).toBe(true);
	});

	it.each([
		'',
		'a',
		'@b.co',
		'a@',
		'a@b',
		'a@b.c',
		'a@b.c0',
		'a@b.co.x1',
		'.a@b.co',
		'a.@b.co',
		'-a@b.co',
		'a-@b.co',
		'a..b@c.de',
		'a--b@c.de',
		'a@b--c.de',
		'a@b..de',
		'a@-b.de',
		'a@b@c.de',
		'a@b.co@c.de',
		'a b@c.de',
		' a@b.co',
		'a@b.co\n',
		'ä@b.co',
		`${'a'.repeat(250)}@b.co.uk`,
		'a@b.co,c@d.ee',
		'"a"@b.co',
		'a<b@c.de>',
	])('refuse %j', (text) => {
		expect(isEmail(text)).toBe(false);
	});

	it('never take long hostile text long', () => {
		const began = process.threadCpuUsage();
		for (const text of ['a'.repeat(100_000), `${'a.'.repeat(50_000)}@`, `a@${'b-'.repeat(50_000)}.co`, `a@${'b.'.repeat(120)}c`])
			isEmail(text);
		// A backtracking pattern needs many times the limit; CPU time of this thread only, whatever else the machine does.
		expect(process.threadCpuUsage(began).user / 1_000).toBeLessThan(5_000);
	});

	it('measure passwords in characters, after one spelling', () => {
		expect(firstError('123456789', newPasswordRules)).toBe('Should not be less than 10 characters');
		expect(firstError('🐎🐎🐎🐎🐎🐎🐎🐎🐎🐎', newPasswordRules)).toBeNull();
		expect(firstError('x'.repeat(129), newPasswordRules)).toBe('Should not be more than 128 characters');
		expect(firstError('short', anyPasswordRules)).toBeNull();
		expect(normalizePassword('ﬁne')).toBe('fine');
	});

	it('count the bounds of a text among what may be', () => {
		for (const length of [0, 1, 4, 5, 6, 7]) {
			expect(minLength(5)('x'.repeat(length)) === null).toBe(length >= 5);
			expect(maxLength(5)('x'.repeat(length)) === null).toBe(length <= 5);
		}
		expect(firstError('x'.repeat(10), newPasswordRules)).toBeNull();
		expect(firstError('x'.repeat(128), newPasswordRules)).toBeNull();
		expect([0, 1, 128, 129].map((length) => firstError('x'.repeat(length), anyPasswordRules))).toEqual([
			'Required to fill in',
			null,
			null,
			'Should not be more than 128 characters',
		]);
		expect([0, 100, 101].map((length) => firstError('x'.repeat(length), nameRules) === null)).toEqual([true, true, false]);
	});

	it('take an address of at most 256 characters, with at least two parts behind the sign', () => {
		const long = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`;
		expect([255, 256, 257].map((length) => isEmail(long(length)))).toEqual([true, true, false]);
		const label = (length: number) => `a@${'b'.repeat(length)}.com`;
		expect([1, 62, 63, 64].map((length) => isEmail(label(length)))).toEqual([true, true, true, false]);
	});

	it('know an address by its letters, not their case', () => {
		expect(emailKey('Ann@Example.COM')).toBe('ann@example.com');
	});
});

describe('addresses', () => {
	it.each([
		['203.0.113.7', '203.0.113.7'],
		['::ffff:203.0.113.7', '203.0.113.7'],
		['::ffff:cb00:7107', '203.0.113.7'],
		['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
		['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
		['fe80::1%eth0', 'fe80:0:0:0::/64'],
		['::1', '0:0:0:0::/64'],
		['nonsense', 'unknown'],
		['1:2:3', 'unknown'],
		['1::2::3', 'unknown'],
		['', 'unknown'],
	])('%s counts as %s', (ip, bucket) => {
		expect(ipBucketOf(ip)).toBe(bucket);
	});

	it('have eight groups, written out or with one gap of at least one', () => {
		expect(parseIpv6Groups('1:2:3:4:5:6:7:8')).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
		expect(parseIpv6Groups('::')).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
		expect(parseIpv6Groups('1:2::8')).toEqual([1, 2, 0, 0, 0, 0, 0, 8]);
		expect(parseIpv6Groups('1:2:3:4:5:6:7::')).toEqual([1, 2, 3, 4, 5, 6, 7, 0]);
		for (const text of ['1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7::8', '1:2:3:4::5:6:7:8:9', '::1::', '12345::', 'g::', ':1:'])
			expect([text, parseIpv6Groups(text)]).toEqual([text, undefined]);
	});

	it('hold an IPv4 address in their last two groups', () => {
		const part = fc.integer({ min: 0, max: 255 });
		fc.assert(
			fc.property(part, part, part, part, (a, b, c, d) => {
				const quad = [a, b, c, d].join('.');
				expect(parseIpv6Groups(`::${dottedQuadToHex(quad)}`)?.slice(6)).toEqual([a * 256 + b, c * 256 + d]);
				expect(ipBucketOf(`::ffff:${quad}`)).toBe(quad);
				expect(ipBucketOf(`::ffff:${dottedQuadToHex(quad)}`)).toBe(quad);
			}),
		);
	});

	it.each(['1::ffff:203.0.113.7', '0:0:0:0:1:ffff:203.0.113.7', '::fffe:203.0.113.7', '0:1::ffff:203.0.113.7'])(
		'hold none where they do not begin with zeros and ffff: %s',
		(ip) => {
			expect(ipBucketOf(ip)).toMatch(/::\/64$/);
		},
	);

	it('of one /64 are one', () => {
		fc.assert(
			fc.property(fc.ipV6(), (ip) => {
				expect(ipBucketOf(ip)).not.toBe('unknown');
				const groups = parseIpv6Groups(ip.replace(/[\d.]+\.[\d.]+$/, dottedQuadToHex)) as number[];
				const text = (last: readonly number[]) => [...groups.slice(0, 4), ...last].map((group) => group.toString(16)).join(':');
				if (groups.slice(0, 4).some((group) => group !== 0)) {
					expect(ipBucketOf(text([1, 2, 3, 4]))).toBe(ipBucketOf(ip));
					expect(ipBucketOf(text([0xffff, 0, 0, 0]))).toBe(ipBucketOf(ip));
				}
			}),
		);
	});

	it('recognize loopback', () => {
		expect(['127.0.0.1', '127.1.2.3', '::1', 'localhost'].every(isLoopback)).toBe(true);
		expect(['0.0.0.0', '::', '10.0.0.1', '127.example.com'].some(isLoopback)).toBe(false);
	});
});

describe('allowances and lives', () => {
	it('let each licence own its number of filters', () => {
		expect([null, 'basic', 'premium', 'pro'].map((l) => filterLimit(l as 'pro' | null))).toEqual([0, 5, 20, 100]);
		expect(['basic', 'premium', 'pro', null].map((l) => filterLimitMessage(l as 'pro' | null))).toEqual([
			'Your basic licence includes 5 filters',
			'Your premium licence includes 20 filters',
			'Your pro licence includes 100 filters',
			'Saving filters needs a licence',
		]);
	});

	it('let a visitor open twenty tickers a day', () => {
		expect(VISITOR_TICKERS_A_DAY).toBe(20);
	});

	it('let links of mails end by themselves, as docs/security.md says', () => {
		expect(LINK_LIFE).toEqual({ confirm: 24 * HOUR, recovery: HOUR, login: 10 * MINUTE, factor: 10 * MINUTE, invite: 7 * DAY });
	});

	it('give 15 minutes, 30 days, and never more than 90 days in all', () => {
		const began = utcMs(0);
		expect(computeExpiries(began, began)).toEqual({ access: 15 * MINUTE, refresh: 30 * DAY });
		expect(computeExpiries(began, utcMs(80 * DAY)).refresh).toBe(90 * DAY);
		expect(computeExpiries(began, utcMs(90 * DAY - SECOND)).access).toBe(90 * DAY);
	});
});
