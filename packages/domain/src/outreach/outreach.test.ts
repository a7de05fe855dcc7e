import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstError, isEmail } from '../access/form-rules.ts';
import { DAY } from '../time/units.ts';
import { CONTACT_MESSAGE_LIFE, contactRules, MAX_REPLY_LENGTH } from './contact-message.ts';
import { MAX_OWN_PAGE_BYTES } from './own-pages.ts';
import { WAIT_LIST_SOURCES, waitListEmailRules } from './wait-list.ts';

describe('an entry of the wait-list', () => {
	it('comes from one of two invitations', () => {
		expect(WAIT_LIST_SOURCES).toEqual(['hunter', 'girls']);
	});

	it('speaks the words of the specification', () => {
		expect(['', ' ', 'ann', 'ann@example.com'].map((value) => firstError(value, waitListEmailRules))).toEqual([
			'Required to fill in',
			'Required to fill in',
			'Invalid email address',
			null,
		]);
	});

	it('takes the addresses that accounts take and no other', () => {
		fc.assert(
			fc.property(fc.oneof(fc.emailAddress(), fc.string()), (value) => {
				expect(firstError(value, waitListEmailRules) === null).toBe(isEmail(value));
			}),
		);
	});
});

describe('a contact message', () => {
	const messageFault = (value: string) => firstError(value, contactRules.message);

	it('says something, in at most 5,000 characters as people count them', () => {
		expect(messageFault(' \n')).toBe('Required to fill in');
		expect(messageFault('a')).toBeNull();
		expect(messageFault('😀'.repeat(5_000))).toBeNull();
		expect(messageFault('a'.repeat(5_001))).toBe('Should not be more than 5000 characters');
	});

	it('is answered in as many characters, and forgotten after two years', () => {
		expect(MAX_REPLY_LENGTH).toBe(5_000);
		expect(messageFault('a'.repeat(MAX_REPLY_LENGTH))).toBeNull();
		expect(CONTACT_MESSAGE_LIFE).toBe(2 * 365 * DAY);
	});

	it('needs an address that an account could have', () => {
		expect(['', 'ann', 'ann@example.com'].map((value) => firstError(value, contactRules.email))).toEqual([
			'Required to fill in',
			'Format name@example.com',
			null,
		]);
	});

	it('needs no name and no subject, and long ones are refused', () => {
		fc.assert(
			fc.property(fc.nat({ max: 300 }), (length) => {
				const value = 'a'.repeat(length);
				expect(firstError(value, contactRules.name) === null).toBe(length <= 100);
				expect(firstError(value, contactRules.subject) === null).toBe(length <= 200);
			}),
			{ examples: [[100], [101], [200], [201]] },
		);
	});
});

it('a page of an operator has at most 200,000 bytes', () => {
	expect(MAX_OWN_PAGE_BYTES).toBe(200_000);
});
