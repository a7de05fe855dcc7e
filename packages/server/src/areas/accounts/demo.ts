import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { User } from '@sw/domain/access/user';
import { LICENCES } from '@sw/domain/reports/licence';
import type { Context } from './context/context.ts';
import { createUser } from './parts/new-user.ts';

/** One account per licence and an administrator, for trying out the product locally. */
export const DEMO_EMAILS = [...LICENCES, 'admin'].map((name) => `${name}@demo.test`);

export function passwordPath(folder: string): string {
	return join(folder, 'demo-password');
}

type Parts = Pick<Context, 'records' | 'hasher' | 'randomSource' | 'clock'>;

/**
 * Creates the demo accounts or resets existing ones, except those that a user deleted. Returns their shared password, which is stored in the file
 * `demo-password` (mode 0600).
 */
export async function seedDemo(
	{ records, hasher, randomSource, clock }: Parts,
	folder: string,
): Promise<{ emails: readonly string[]; password: string }> {
	const password = (await readPassword(folder)) ?? randomSource.bytes(12).toString('base64url');
	await mkdir(folder, { recursive: true });
	await writeFile(passwordPath(folder), `${password}\n`, { mode: 0o600 });
	const passwordHash = await hasher.hash(password);
	const now = clock.now();
	const createdBefore = await readCreatedAccounts(folder);
	const emails: string[] = [];
	for (const email of DEMO_EMAILS) {
		const license = LICENCES.find((licence) => email.startsWith(`${licence}@`)) ?? null;
		const role = license === null ? 'admin' : 'user';
		const accountChange: Partial<User> = { role, status: 'active', license, licenseExpires: null, passwordHash, confirmedAt: now };
		const existing = await records.userByEmail(email);
		if (!existing && createdBefore.includes(email)) continue;
		emails.push(email);
		if (existing) await records.changeUser(existing.id, accountChange);
		else await records.addUser({ ...createUser(randomSource.uuid(), email, now), name: `Demo ${license ?? role}`, ...accountChange });
	}
	await writeFile(createdAccountsPath(folder), JSON.stringify(DEMO_EMAILS), { mode: 0o600 });
	return { emails, password };
}

async function readPassword(folder: string): Promise<string | undefined> {
	return (await readFile(passwordPath(folder), 'utf8').catch(() => '')).trim() || undefined;
}

/** Returns the path of the list of accounts created so far. A listed account that is missing was deleted by a user, and isn't created again. */
function createdAccountsPath(folder: string): string {
	return join(folder, 'demo-accounts.json');
}

async function readCreatedAccounts(folder: string): Promise<readonly string[]> {
	return JSON.parse(await readFile(createdAccountsPath(folder), 'utf8').catch(() => '[]')) as string[];
}

/** Removes the demo accounts and their password. The file keeps listing only accounts that a user had deleted. */
export async function removeDemo({ records }: Pick<Parts, 'records'>, folder: string): Promise<void> {
	const missingEmails: string[] = [];
	for (const email of DEMO_EMAILS) {
		const user = await records.userByEmail(email);
		if (user) await records.removeUser(user.id);
		else missingEmails.push(email);
	}
	const createdAccounts = await readCreatedAccounts(folder);
	const deletedByUsers = missingEmails.filter((email) => createdAccounts.includes(email));
	if (createdAccounts.length > 0) await writeFile(createdAccountsPath(folder), JSON.stringify(deletedByUsers), { mode: 0o600 });
	await rm(passwordPath(folder), { force: true });
}
