import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { environmentOf, isUnlistedHost } from './site-host.ts';

describe('the host of a site', () => {
	it.each([
		['signals.example', 'prod'],
		['test.signals.example', 'test'],
		['dev2.signals.example', 'dev'],
		['stage-eu.signals.example', 'stage'],
		['www.test.example', 'prod'],
		['localhost', 'prod'],
	])('that starts with test, dev or stage is non-production: %s', (host, environment) => {
		expect(environmentOf(host, 'prod')).toBe(environment);
	});

	it('says nothing of other environments', () => {
		fc.assert(fc.property(fc.string(), (started) => environmentOf('signals.example', started) === started));
	});

	it('is out of sight where its last segment is asia', () => {
		expect(['signals.asia', 'asia', 'asia.example', 'signals.asia.example', 'fantasia'].map(isUnlistedHost)).toEqual([
			true,
			true,
			false,
			false,
			false,
		]);
	});
});
