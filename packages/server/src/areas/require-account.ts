import type { Caller, CallerAccount } from '@sw/domain/access/caller';
import { Problem } from '../platform/errors.ts';

/** The authenticated account of the caller. */
export function requireAccount({ caller }: { caller: Caller }): CallerAccount {
	if (caller.account === null) throw new Problem('unauthenticated');
	return caller.account;
}
