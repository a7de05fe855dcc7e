import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LICENCES } from '../reports/licence.ts';
import { utcMs } from '../time/units.ts';
import { computeLicenceState, findBestGrant, type Grant, isDowngrade, isSameGrant, type LicenceState } from './licence-state.ts';

function grant(license: Grant['license'], until: number | null): Grant {
	return { license, until: until === null ? null : utcMs(until) };
}

const NONE: LicenceState = { base: null, written: null };
const NOW = utcMs(1_000);

describe('the licence of an account that pays', () => {
	const trial = grant('basic', 5_000);
	const pro = grant('pro', 3_000);

	it('is the one that opens most, of equal ones the one that lasts longest', () => {
		expect(findBestGrant([trial, pro], NOW)).toEqual(pro);
		expect(findBestGrant([grant('pro', 1_000), trial], NOW)).toEqual(trial);
		expect(findBestGrant([pro, grant('pro', null)], NOW)).toEqual(grant('pro', null));
		expect(findBestGrant([], NOW)).toBeNull();
	});

	it('falls back to the previous licence when what was paid for ends or is refunded', () => {
		const paying = computeLicenceState(NONE, trial, [pro], NOW);
		expect(paying).toEqual({ base: trial, written: pro });
		expect(computeLicenceState(paying, pro, [pro], utcMs(3_000))).toEqual({ base: trial, written: trial });
		expect(computeLicenceState(paying, pro, [], NOW)).toEqual({ base: trial, written: trial });
	});

	it('is the same where licence and end are', () => {
		const grants = [null, trial, pro, grant('pro', null), grant('pro', 3_001), grant('premium', 3_000)];
		for (const [at, one] of grants.entries())
			for (const [place, other] of grants.entries()) expect(isSameGrant(one && { ...one }, other)).toBe(at === place);
	});

	it('ends with the first instant after it', () => {
		expect([2_999, 3_000].map((now) => findBestGrant([pro], utcMs(now)))).toEqual([pro, null]);
		expect([2_999, 3_000].map((now) => isDowngrade(pro, pro, utcMs(now)))).toEqual([false, true]);
		expect(findBestGrant([grant('premium', null), grant('premium', 9_000), grant('premium', 8_000)], NOW)).toEqual(grant('premium', null));
		expect(findBestGrant([grant('premium', 8_000), grant('premium', 9_000)], NOW)).toEqual(grant('premium', 9_000));
		expect(isDowngrade(grant('premium', null), trial, NOW)).toBe(true);
	});

	it('keeps what an administrator has granted meanwhile', () => {
		const paying = computeLicenceState(NONE, null, [grant('premium', 3_000)], NOW);
		const byHand = grant('pro', null);
		expect(computeLicenceState(paying, byHand, [grant('premium', 3_000)], NOW)).toEqual({ base: byHand, written: byHand });
		expect(computeLicenceState({ base: byHand, written: byHand }, byHand, [], NOW)).toEqual({ base: byHand, written: byHand });
	});

	it('has ended where less is in force than before', () => {
		expect(isDowngrade(null, null, NOW)).toBe(false);
		expect(isDowngrade(pro, null, NOW)).toBe(true);
		expect(isDowngrade(pro, trial, NOW)).toBe(true);
		expect(isDowngrade(trial, pro, NOW)).toBe(false);
		expect(isDowngrade(pro, grant('pro', 9_000), NOW)).toBe(false);
		expect(isDowngrade(pro, grant('pro', 1_000), NOW)).toBe(true);
	});

	it('can be recalculated any number of times without changing anything', () => {
		const any = fc.option(fc.record({ license: fc.constantFrom(...LICENCES), until: fc.option(fc.integer({ min: 0, max: 3_000 })) }));
		fc.assert(
			fc.property(any, fc.array(any), fc.integer({ min: 0, max: 3_000 }), (present, many, at) => {
				const paid = many.flatMap((one) => (one ? [grant(one.license, one.until)] : []));
				const currentGrant = present && grant(present.license, present.until);
				const once = computeLicenceState(NONE, currentGrant, paid, utcMs(at));
				expect(computeLicenceState(once, once.written, paid, utcMs(at))).toEqual(once);
			}),
		);
	});
});
