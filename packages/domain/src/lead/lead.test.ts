import { describe, expect, it } from 'vitest';
import {
	canCommit,
	isLeaderMissing,
	isLeaseExpired,
	LEASE_DURATION,
	leaseEnd,
	MAX_TAKEOVER_TIME,
	nextEpoch,
	RENEWAL_INTERVAL,
	renewalTimeout,
	STANDBY_CHECK_INTERVAL,
	standbyStep,
} from './rules.ts';
import { type LeadRules, PRODUCTION_RULES } from './testing/model.ts';
import { search } from './testing/search.ts';

describe('the rules of the lead', () => {
	it('let a takeover come within 6 s, and a leader without a response give up before it can', () => {
		expect(LEASE_DURATION + RENEWAL_INTERVAL + 2 * STANDBY_CHECK_INTERVAL).toBeLessThan(MAX_TAKEOVER_TIME);
		expect(RENEWAL_INTERVAL + renewalTimeout()).toBeLessThan(LEASE_DURATION);
		expect(leaseEnd(10)).toBe(10 + LEASE_DURATION);
	});

	it('renew every second a lease of three, look twice a second, and wait for an answer for half as long as a lease', () => {
		expect([RENEWAL_INTERVAL, LEASE_DURATION, STANDBY_CHECK_INTERVAL, renewalTimeout(), MAX_TAKEOVER_TIME]).toEqual([
			1_000, 3_000, 500, 1_500, 6_000,
		]);
		expect([2_999, 3_000, -999, -1_000].map((age) => isLeaseExpired(age))).toEqual([false, true, false, true]);
	});

	it('take a free lock, end what is old or of the future, and wait otherwise', () => {
		expect(standbyStep(undefined)).toBe('take');
		expect([0, LEASE_DURATION - 1, -RENEWAL_INTERVAL + 1].map((age) => standbyStep(age))).toEqual(['wait', 'wait', 'wait']);
		expect([LEASE_DURATION, -RENEWAL_INTERVAL].map((age) => standbyStep(age))).toEqual(['end', 'end']);
		expect(isLeaseExpired(Number.POSITIVE_INFINITY)).toBe(true);
	});

	it('report a missing leader when no process has taken over in time, not before, and not because a clock was set back', () => {
		expect([0, LEASE_DURATION, MAX_TAKEOVER_TIME - 1, MAX_TAKEOVER_TIME, -MAX_TAKEOVER_TIME].map(isLeaderMissing)).toEqual([
			false,
			false,
			false,
			true,
			false,
		]);
	});

	it('let the epoch commit that leads, and no other', () => {
		expect(nextEpoch(0)).toBe(1);
		expect(canCommit(2, 2)).toBe(true);
		expect(canCommit(1, 2)).toBe(false);
		expect(canCommit(1, undefined)).toBe(false);
	});
});

describe('every way in which three processes can publish three slots', () => {
	it('ends with one report per slot, whichever process sleeps, dies, is cut off or has clock jumps, three times', () => {
		const found = search(PRODUCTION_RULES);
		expect(found.fault).toBeUndefined();
		expect(found.states).toBeGreaterThan(40_000);
	});

	const broken: [string, Partial<LeadRules>, RegExp][] = [
		['a commit that does not look at the fence', { checksFence: false }, /two reports|after the next one/],
		['a fence that lets every epoch pass', { mayCommit: () => true }, /two reports|after the next one/],
		['an epoch that is not raised', { nextEpoch: (newest) => Math.max(newest, 1) }, /two reports|after the next one/],
		['a takeover that does not wait for commits', { waitsForCommits: false }, /two reports|after the next one/],
		[
			'a standby that does not look at the lease',
			{ standbyStep: (age) => (age === undefined ? 'take' : 'end') },
			/whose lease is fresh lost it/,
		],
		['a lease that never gets old', { standbyStep: (age) => (age === undefined ? 'take' : 'wait') }, /alone never publishes/],
		['an end of what has changed since it was seen', { rechecksHeartbeats: false }, /whose lease is fresh lost it/],
	];
	it.each(broken)('finds %s', (_, change, violation) => {
		expect(search({ ...PRODUCTION_RULES, ...change }, { toTheEnd: `${violation}`.includes('alone') }).fault?.reason).toMatch(violation);
	});
});
