import type { User } from '@sw/domain/access/user';
import type { UtcMs } from '@sw/domain/time/units';
import type { AccountRecords } from './ports.ts';

/** Before the owner of an address takes over an account that was prepared for it without proof: nothing that its maker holds still opens it. */
export async function endPrepared(tx: AccountRecords, { id }: Pick<User, 'id'>, now: UtcMs): Promise<void> {
	await tx.endSessions(id);
	await tx.removeKeys(id);
	await tx.removeFactors(id);
	await tx.forgetBrowsers(id);
	await tx.voidLinks(id, ['confirm', 'recovery', 'invite', 'login', 'factor'], now);
}
