import type { Caller } from '@sw/domain/access/caller';
import type { Accounts } from '../../areas/accounts/create.ts';
import type { AuditAct } from '../../areas/audit-act.ts';

/** Name used for actions of the product itself. */
export const PRODUCT_NAME = 'Signalwheel';

/** The caller's name in the audit log and in jobs. */
export function callerNames({ context }: Pick<Accounts, 'context'>) {
	return async ({ account }: Caller): Promise<string> =>
		account ? ((await context.records.userById(account.id))?.email ?? account.id) : PRODUCT_NAME;
}

/** The audit log, for administrative acts of areas other than accounts. */
export function createAuditLog(accounts: Pick<Accounts, 'context' | 'hooks'>): AuditAct {
	const nameOf = callerNames(accounts);
	return async (caller, act, target, detail) =>
		accounts.hooks.audit({
			actor: { id: caller.account?.id ?? null, email: await nameOf(caller) },
			act,
			target,
			detail,
			address: caller.address,
		});
}
