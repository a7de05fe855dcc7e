import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LICENCES, type Licence } from '../reports/licence.ts';
import { DAY, utcMs } from '../time/units.ts';
import { type AccountState, createTrial, getEffectiveRole, licenceAt, mustSetUpSecondFactor, ROLES, USER_STATUSES } from './account.ts';
import { MAX_AUDIT_COUNT } from './audit.ts';
import {
	ACCESS_LEVELS,
	ACTIONS,
	type Action,
	accessLevelOf,
	type Caller,
	createCallerAccount,
	createKeyAccount,
	isAllowed,
	licenceOf,
} from './caller.ts';
import { MAX_JOBS_COUNT } from './job.ts';

const now = utcMs(1_780_000_000_000);
const visitor: Caller = { ipBucket: '203.0.113.7', account: null };

function someone(state: Partial<AccountState>): Caller {
	return {
		ipBucket: '203.0.113.7',
		account: createCallerAccount({ role: 'user', status: 'active', license: null, licenseExpires: null, ...state }, 'u', 's', now),
	};
}

describe('licences', () => {
	it('ends at its end date, to the millisecond', () => {
		const state: AccountState = { role: 'user', status: 'active', license: 'pro', licenseExpires: utcMs(now + 1) };
		expect(licenceAt(state, now)).toBe('pro');
		expect(licenceAt(state, utcMs(now + 1))).toBeNull();
	});

	it('is none before the address is confirmed, whatever was granted', () => {
		expect(licenceAt({ role: 'user', status: 'unconfirmed', license: 'pro', licenseExpires: null }, now)).toBeNull();
		expect(licenceAt({ role: 'admin', status: 'blocked', license: 'pro', licenseExpires: null }, now)).toBeNull();
	});

	it('opens everything for an administrator', () => {
		expect(licenceAt({ role: 'admin', status: 'active', license: null, licenseExpires: null }, now)).toBe('pro');
	});

	it('begins with fourteen days of basic', () => {
		expect(createTrial(now)).toEqual({ license: 'basic', licenseExpires: now + 14 * DAY });
	});
});

describe('administrators', () => {
	it('are those whose account is active', () => {
		const roles = USER_STATUSES.map((status) => getEffectiveRole({ role: 'admin', status, license: null, licenseExpires: null }));
		expect(roles).toEqual(['user', 'admin', 'user']);
	});

	it('must set up a second factor if the site requires one and they have none; other users need not', () => {
		const combinations = [true, false].flatMap((required) =>
			ROLES.flatMap((role) =>
				USER_STATUSES.flatMap((status) =>
					[null, now].map((secondFactorAt) => ({
						required: [required, role, status, secondFactorAt],
						must: mustSetUpSecondFactor({ role, status, license: null, licenseExpires: null, secondFactorAt }, required),
					})),
				),
			),
		);
		expect(combinations.filter(({ must }) => must).map(({ required: reported }) => reported)).toEqual([[true, 'admin', 'active', null]]);
	});

	it('turn to ten thousand lines of the log and of jobs', () => {
		expect([MAX_AUDIT_COUNT, MAX_JOBS_COUNT]).toEqual([10_000, 10_000]);
	});
});

it('a personal key has the licence of its account and never the rights of an administrator', () => {
	const state: AccountState = { role: 'admin', status: 'active', license: null, licenseExpires: null };
	expect(createKeyAccount(state, 'u', now)).toEqual({ id: 'u', role: 'user', licence: 'pro', session: null });
	expect(createCallerAccount(state, 'u', 's', now)).toEqual({ id: 'u', role: 'admin', licence: 'pro', session: 's' });
});

it('reads with the licence of the account, an administrator with the widest, and without one with the narrowest', () => {
	const licences = [someone({ license: 'premium' }), someone({ role: 'admin' }), someone({})].map(
		({ account }) => account && licenceOf(account),
	);
	expect(licences).toEqual(['premium', 'pro', 'basic']);
});

describe('may', () => {
	it('lets each level do what the levels before it may, and no more', () => {
		const callers: Record<(typeof ACCESS_LEVELS)[number], Caller> = {
			public: visitor,
			user: someone({}),
			basic: someone({ license: 'basic' }),
			premium: someone({ license: 'premium' }),
			pro: someone({ license: 'pro' }),
			admin: someone({ role: 'admin' }),
		};
		for (const [rank, level] of ACCESS_LEVELS.entries()) {
			expect(accessLevelOf(callers[level])).toBe(level);
			for (const act of Object.keys(ACTIONS) as Action[])
				expect(isAllowed(callers[level], act)).toBe(ACCESS_LEVELS.indexOf(ACTIONS[act]) <= rank);
		}
	});

	it('never gives an account that is not active more than a plain user', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...USER_STATUSES),
				fc.constantFrom(...ROLES),
				fc.constantFrom<Licence | null>(null, ...LICENCES),
				(status, role, license) => {
					if (status !== 'active') expect(ACCESS_LEVELS.indexOf(accessLevelOf(someone({ status, role, license })))).toBeLessThanOrEqual(1);
				},
			),
		);
	});
});
