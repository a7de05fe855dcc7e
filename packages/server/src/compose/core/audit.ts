import type { Caller } from '@sw/domain/access/caller';
import type { Accounts } from '../../areas/accounts/create.ts';
import type { AuditAct } from '../../areas/audit-act.ts';

/** Name of the actor where the product itself acts. */
export const PRODUCT_NAME = 'Signalwheel';

/** Creates a function that returns a caller's name for the audit log and jobs: e-mail, account id if the account is gone, PRODUCT_NAME without one. */
export function createEmailLookup({ context }: Pick<Accounts, 'context'>) {
	return async ({ account }: Caller): Promise<string> =>
		account ? ((await context.records.userById(account.id))?.email ?? account.id) : PRODUCT_NAME;
}

/** Writes administrative acts of areas other than accounts to the audit log. */
export function createAuditLog(accounts: Pick<Accounts, 'context' | 'hooks'>): AuditAct {
	const emailOf = createEmailLookup(accounts);
	return async (caller, act, target, detail) =>
		accounts.hooks.audit({
			actor: { id: caller.account?.id ?? null, email: await emailOf(caller) },
			act,
			target,
			detail,
			address: caller.ipBucket,
		});
}
