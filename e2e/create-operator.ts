import { adminCommand } from '@sw/server/areas/accounts/users/admin-command';
import { openAccounts } from '@sw/server/compose/areas/accounts';
import type { Running } from './fixtures.ts';

export const OPERATOR = 'operator@example.test';

/** A real market has no demo accounts: the operator creates the first administrator in the terminal, and a one-time sign-in link. */
export async function createOperator(running: Running): Promise<string> {
	const config = { origin: running.url, folder: running.folder, smtpUrl: null, mailFrom: 'x <x@localhost>', captcha: null, oauth: [] };
	const accounts = openAccounts({ records: running.product.stores.records, config, wall: running.wall, log: console });
	const lines: string[] = [];
	for (const verb of ['create', 'link']) await adminCommand(accounts.context)([verb, OPERATOR], (line) => lines.push(line));
	await accounts.close();
	return lines.find((line) => line.includes('/login?token=')) ?? '';
}
