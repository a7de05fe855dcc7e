import type { Caller, CallerAccount } from '@sw/domain/access/caller';
import { Problem } from '../platform/errors.ts';

/** The account that the guard has let in. */
export const accountOf = ({ caller }: { caller: Caller }): CallerAccount => {
	if (caller.account === null) throw new Problem('unauthenticated');
	return caller.account;
};
