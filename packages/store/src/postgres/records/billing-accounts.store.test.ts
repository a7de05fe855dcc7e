import { type UtcMs, utcMs } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { openRecords, type Records } from '../records.ts';
import { users } from '../schema/accounts.ts';
import { giveLicences, licenceStates, licenceStatesDue, lockUsers, saveLicenceStates } from './billing/licence-states.ts';
import { claimMails, enqueueMails, markMailSent, postponeMail } from './billing/mails.ts';

let database: TestDatabase;
let records: Records;

function at(minute: number): UtcMs {
	return utcMs(Date.UTC(2026, 5, 30) + minute * 60_000);
}

function id(n: number): string {
	return `0197b3a2-0000-7000-8000-${String(n).padStart(12, '0')}`;
}

const ANN = id(901);

beforeAll(async () => {
	database = await createTestDatabase(inject('databaseUrl'));
	records = openRecords(database.url);
	const ann = { email: 'Ann@example.com', emailKey: 'ann@example.com', role: 'user', status: 'active', createdAt: at(0) } as const;
	await records.db.insert(users).values({ id: ANN, ...ann });
});
afterAll(async () => {
	await records?.close();
	await database?.drop();
});

describe('licence states', () => {
	it('are kept with when to look at them', async () => {
		const state = { base: null, written: { license: 'pro', until: at(600) } } as const;
		await saveLicenceStates(records.db, [{ userId: ANN, state: { base: state.written, written: null }, lookAt: null }]);
		await saveLicenceStates(records.db, [{ userId: ANN, state, lookAt: at(550) }]);
		expect(await licenceStates(records.db, [ANN, id(902)])).toEqual(new Map([[ANN, state]]));
		expect(await licenceStatesDue(records.db, at(549), 10)).toEqual([]);
		expect(await licenceStatesDue(records.db, at(550), 10)).toEqual([ANN]);
	});
});

describe('licences', () => {
	it('are written into accounts, or taken from them', async () => {
		const [until, otherUser] = [utcMs(at(600) + 1), { userId: id(999), grant: null }];
		await giveLicences(records.db, [{ userId: ANN, grant: { license: 'pro', until } }, otherUser]);
		expect(await lockUsers(records.db, [ANN, id(999)])).toMatchObject([{ id: ANN, license: 'pro', licenseExpires: until }]);
		await giveLicences(records.db, [{ userId: ANN, grant: { license: 'basic', until: null } }]);
		expect(await lockUsers(records.db, [ANN])).toMatchObject([{ license: 'basic', licenseExpires: null }]);
		await giveLicences(records.db, [{ userId: ANN, grant: null }]);
		expect(await lockUsers(records.db, [ANN])).toMatchObject([{ license: null, licenseExpires: null }]);
	});
});

describe('mails', () => {
	const mail = (n: number) => ({ to: 'ann@example.com', subject: `Mail ${n}`, text: 't', html: 'h', messageId: `<${n}@house>` });

	it('are stored once, taken by one of the workers, and again if that worker dies', async () => {
		const insert = (...numbers: number[]) =>
			enqueueMails(
				records.db,
				numbers.map((n) => ({ key: `receipt ${n}`, mail: mail(n) })),
				at(numbers[0] ?? 0),
			);
		expect(await insert(1)).toEqual(new Set(['receipt 1']));
		expect(await insert(2, 1)).toEqual(new Set(['receipt 2']));
		expect(await insert()).toEqual(new Set());
		const taken = await Promise.all([1, 2, 3].map(() => claimMails(records.db, at(5), at(7), 10)));
		expect(taken.flat().map(({ key, mail, attempts }) => [key, mail.subject, attempts])).toEqual([
			['receipt 1', 'Mail 1', 1],
			['receipt 2', 'Mail 2', 1],
		]);
		expect(await claimMails(records.db, at(6), at(8), 10)).toEqual([]);
		await markMailSent(records.db, 'receipt 1');
		expect(await claimMails(records.db, at(7), at(9), 10)).toMatchObject([{ key: 'receipt 2', attempts: 2 }]);
		await postponeMail(records.db, 'receipt 2', at(60));
		expect(await claimMails(records.db, at(59), at(61), 10)).toEqual([]);
		await insert(1);
		expect((await claimMails(records.db, at(60), at(62), 10)).map(({ key }) => key)).toEqual(['receipt 2']);
		await markMailSent(records.db, 'receipt 2');
	});
});
