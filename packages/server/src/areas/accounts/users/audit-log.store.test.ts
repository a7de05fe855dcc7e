import { addDays, newYorkDate } from '@sw/domain/time/zone';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeAuditFile } from '../handlers-users.ts';
import { type AccountApp, accountApp, type Browser } from '../testing/account-app.ts';

let at: AccountApp;
let admin: Browser;
beforeAll(async () => {
	at = await accountApp();
	admin = (await at.createSignedInUser({ role: 'admin', email: 'root@example.test' })).browser;
});
afterAll(() => at[Symbol.asyncDispose]());

describe('the audit log', () => {
	it('is searched by beginnings and New York days, and taken away as a file of the same lines', async () => {
		const today = newYorkDate(at.clock.now());
		await admin.send('POST', '/api/users', { email: 'logged@example.test', name: '=1+1' });
		const question = `act=USER.C&target=logged&from=${today}&to=${today}`;
		expect((await admin.send('GET', `/api/audit?${question}`)).body).toMatchObject({
			items: [{ act: 'user.create', target: 'logged@example.test' }],
			total_count: 1,
			is_more: false,
		});
		const file = await admin.send('GET', `/api/audit/export?${question}`);
		expect(file.headers).toMatchObject({
			'content-type': 'text/csv; charset=utf-8',
			'content-disposition': expect.stringMatching(/^attachment; filename="signalwheel-audit-[\dTZ-]+\.csv"$/),
		});
		expect(String(file.body)).toMatch(/^time,actor,act,target,detail,address,id\r\n\S+,[^,]+,user\.create,logged@example\.test,.*\r\n$/);
		const later = addDays(today, 1);
		expect((await admin.send('GET', `/api/audit?from=${later}`)).body).toEqual({ items: [], total_count: 0, is_more: false });
		expect((await admin.send('GET', '/api/audit?skip=10001')).body).toMatchObject({ errors: [{ field: 'skip' }] });
		expect((await admin.send('GET', '/api/audit/export?from=yesterday')).body).toMatchObject({
			status: 400,
			errors: [{ field: 'from', message: 'The parameter from must be a date (YYYY-MM-DD).' }],
		});
	});

	it('is written as a file in parts, each line once, and no longer than a file may be', async () => {
		for (const name of ['a', 'b', 'c', 'd']) await admin.send('POST', '/api/users', { email: `${name}@example.test` });
		const written = async (limit: number) =>
			(await writeAuditFile(at.accounts.context.records, {}, limit)).toString().trimEnd().split('\r\n').slice(1);
		const three = await written(3);
		expect(three).toHaveLength(3);
		const ids = (await written(50_000)).map((line) => Number(line.slice(line.lastIndexOf(',') + 1)));
		expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
		expect(ids.length).toBe(((await admin.send('GET', '/api/audit')).body as { total_count: number }).total_count);
	});
});
