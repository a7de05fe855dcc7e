import type { ContactMessage, ContactMessageSearch } from '@sw/domain/outreach/contact-message';
import type { WaitListSearch } from '@sw/domain/outreach/wait-list';
import { utcMs } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { openRecords, type Records } from '../records.ts';
import {
	addContactMessage,
	addSignUp,
	listContactMessages,
	listSignUps,
	removeSignUp,
	settleContactMessage,
	signUpById,
	sweepContactMessages,
} from './outreach/outreach.ts';

let database: TestDatabase;
let records: Records;

function at(minute: number) {
	return utcMs(Date.UTC(2026, 5, 30) + minute * 60_000);
}

beforeAll(async () => {
	database = await createTestDatabase(inject('databaseUrl'));
	records = openRecords(database.url);
});
afterAll(async () => {
	await records?.close();
	await database?.drop();
});

describe('the wait-list', () => {
	const found = async (search: WaitListSearch) =>
		(await listSignUps(records.db, search, 0, 10)).items.map(({ email, source }) => `${email} ${source}`);

	it('takes an address once for each source, also from two at once', async () => {
		const ann = { email: 'ann@example.com', source: 'hunter', at: at(0) } as const;
		const added = await Promise.all([addSignUp(records.db, ann), addSignUp(records.db, { ...ann, at: at(9) })]);
		expect(added.sort()).toEqual([false, true]);
		await removeSignUp(records.db, 'ann@example.com', 'hunter');
		expect(await addSignUp(records.db, ann)).toBe(true);
		expect(await addSignUp(records.db, { ...ann, source: 'girls', at: at(5) })).toBe(true);
		expect(await addSignUp(records.db, { email: 'b_b@example.com', source: 'girls', at: at(3) })).toBe(true);
		expect(await signUpById(records.db, 'ann@example.com', 'hunter')).toEqual(ann);
	});

	it('is read newest first by part of the address, source and instants, the end not with it', async () => {
		expect(await found({})).toEqual(['ann@example.com girls', 'b_b@example.com girls', 'ann@example.com hunter']);
		expect(await found({ email: 'NN@' })).toEqual(['ann@example.com girls', 'ann@example.com hunter']);
		expect(await found({ email: '_' })).toEqual(['b_b@example.com girls']);
		expect(await found({ email: '%' })).toEqual([]);
		expect(await found({ source: 'hunter' })).toEqual(['ann@example.com hunter']);
		expect(await found({ since: at(3), until: at(5) })).toEqual(['b_b@example.com girls']);
		expect(await listSignUps(records.db, {}, 1, 1)).toMatchObject({ items: [{ email: 'b_b@example.com' }], total: 3 });
	});

	it('lets go of one entry and no other', async () => {
		expect(await removeSignUp(records.db, 'ann@example.com', 'girls')).toBe(true);
		expect(await removeSignUp(records.db, 'ann@example.com', 'girls')).toBe(false);
		expect(await found({})).toEqual(['b_b@example.com girls', 'ann@example.com hunter']);
	});
});

describe('letters', () => {
	const contactMessage = (n: number, overrides: Partial<ContactMessage> = {}): ContactMessage => ({
		id: `0197b3a2-0000-7000-8000-00000000000${n}`,
		at: at(n),
		email: `reader${n}@example.com`,
		name: '',
		subject: '',
		message: 'Hello',
		dealtWithAt: null,
		...overrides,
	});
	const found = async (search: ContactMessageSearch) =>
		(await listContactMessages(records.db, search, 0, 10)).items.map(({ id }) => Number(id.at(-1)));

	it('are read newest first by part of address, name or subject, and by whether they are dealt with', async () => {
		await addContactMessage(records.db, contactMessage(1, { name: 'Ann' }));
		await addContactMessage(records.db, contactMessage(2, { subject: '100% of ANNuals', dealtWithAt: at(7) }));
		await addContactMessage(records.db, contactMessage(3));
		expect(await found({})).toEqual([3, 2, 1]);
		expect(await found({ q: 'ann' })).toEqual([2, 1]);
		expect(await found({ q: '0%' })).toEqual([2]);
		expect(await found({ q: 'reader3@' })).toEqual([3]);
		expect([await found({ dealtWith: true }), await found({ dealtWith: false })]).toEqual([[2], [3, 1]]);
		expect(await listContactMessages(records.db, { dealtWith: false }, 1, 1)).toEqual({
			items: [contactMessage(1, { name: 'Ann' })],
			total: 2,
		});
	});

	it('are dealt with at the first instant that says so, and may be opened again', async () => {
		const { id } = contactMessage(3);
		expect(await settleContactMessage(records.db, id, true, at(10))).toEqual({
			before: contactMessage(3),
			after: contactMessage(3, { dealtWithAt: at(10) }),
		});
		expect(await settleContactMessage(records.db, id, true, at(11))).toMatchObject({ after: { dealtWithAt: at(10) } });
		expect(await settleContactMessage(records.db, id, false, at(12))).toMatchObject({ after: contactMessage(3) });
		expect(await settleContactMessage(records.db, contactMessage(9).id, true, at(13))).toBeUndefined();
	});

	it('are forgotten by when they were written', async () => {
		await sweepContactMessages(records.db, at(2));
		expect(await found({})).toEqual([3, 2]);
	});
});
