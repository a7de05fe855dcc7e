import { createAdminCommand } from '@sw/server/areas/accounts/users/admin-command';
import { openAccounts } from '@sw/server/compose/areas/accounts';
import type { RunningProduct } from './fixtures.ts';

export const OPERATOR = 'operator@example.test';

/** Creates the first administrator in the terminal, since a real market has no demo accounts. Returns the line with a one-time sign-in link. */
export async function createOperator(running: RunningProduct): Promise<string> {
	const config = { origin: running.url, folder: running.folder, smtpUrl: null, mailFrom: 'x <x@localhost>', captcha: null, oauth: [] };
	const accounts = openAccounts({ records: running.product.stores.records, config, wall: running.wall, log: console });
	const lines: string[] = [];
	for (const verb of ['create', 'link']) await createAdminCommand(accounts.context)([verb, OPERATOR], (line) => lines.push(line));
	await accounts.close();
	return lines.find((line) => line.includes('/login?token=')) ?? '';
}
