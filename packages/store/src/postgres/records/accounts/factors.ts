import type { Challenge, Passkey, Totp } from '@sw/domain/access/sign-in-records';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, count, eq, gt, isNotNull, isNull, lt, lte } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { accountChallenges, accountPasskeys, accountRecoveryCodes, accountTotp } from '../../schema/accounts.ts';

export async function totpOf(db: Db, userId: string): Promise<Totp | undefined> {
	return (await db.select().from(accountTotp).where(eq(accountTotp.userId, userId)))[0];
}

/** Starts enrollment with a new secret. Replaces an unconfirmed secret; false if the account already has a confirmed one. */
export async function beginTotp(db: Db, userId: string, secret: string, now: UtcMs): Promise<boolean> {
	return (
		(
			await db
				.insert(accountTotp)
				.values({ userId, secret, createdAt: now })
				.onConflictDoUpdate({
					target: accountTotp.userId,
					set: { secret, createdAt: now, lastStep: 0 },
					setWhere: isNull(accountTotp.confirmedAt),
				})
				.returning({ userId: accountTotp.userId })
		).length === 1
	);
}

/** Confirms the secret after the first correct code; false if another request was faster. */
export async function confirmTotp(db: Db, userId: string, secret: string, step: number, now: UtcMs): Promise<boolean> {
	return (
		(
			await db
				.update(accountTotp)
				.set({ confirmedAt: now, lastStep: step })
				.where(and(eq(accountTotp.userId, userId), eq(accountTotp.secret, secret), isNull(accountTotp.confirmedAt)))
				.returning({ userId: accountTotp.userId })
		).length === 1
	);
}

/** Marks the code of a 30 s step as used; false if the code, or a later one, was used before. */
export async function useTotpStep(db: Db, userId: string, step: number): Promise<boolean> {
	return (
		(
			await db
				.update(accountTotp)
				.set({ lastStep: step })
				.where(and(eq(accountTotp.userId, userId), isNotNull(accountTotp.confirmedAt), lt(accountTotp.lastStep, step)))
				.returning({ userId: accountTotp.userId })
		).length === 1
	);
}

/** Replaces all recovery codes. */
export async function setRecoveryCodes(db: Db, userId: string, hashes: readonly Uint8Array[]): Promise<void> {
	await db.delete(accountRecoveryCodes).where(eq(accountRecoveryCodes.userId, userId));
	if (hashes.length > 0) await db.insert(accountRecoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })));
}

/** Removes the code; false if the account doesn't have it. */
export async function useRecoveryCode(db: Db, userId: string, codeHash: Uint8Array): Promise<boolean> {
	return (
		(
			await db
				.delete(accountRecoveryCodes)
				.where(and(eq(accountRecoveryCodes.userId, userId), eq(accountRecoveryCodes.codeHash, codeHash)))
				.returning({ userId: accountRecoveryCodes.userId })
		).length === 1
	);
}

export async function recoveryCodesLeft(db: Db, userId: string): Promise<number> {
	return (await db.select({ left: count() }).from(accountRecoveryCodes).where(eq(accountRecoveryCodes.userId, userId)))[0]?.left ?? 0;
}

/** Returns false if an account already has that credential. */
export async function addPasskey(db: Db, passkey: Passkey): Promise<boolean> {
	return (await db.insert(accountPasskeys).values(passkey).onConflictDoNothing().returning({ id: accountPasskeys.id })).length === 1;
}

export async function passkey(db: Db, id: string): Promise<Passkey | undefined> {
	return (await db.select().from(accountPasskeys).where(eq(accountPasskeys.id, id)))[0];
}

export function passkeysOf(db: Db, userId: string): Promise<Passkey[]> {
	return db.select().from(accountPasskeys).where(eq(accountPasskeys.userId, userId)).orderBy(asc(accountPasskeys.createdAt));
}

export async function recordPasskeyUse(db: Db, id: string, counter: number, now: UtcMs): Promise<void> {
	await db.update(accountPasskeys).set({ counter, usedAt: now }).where(eq(accountPasskeys.id, id));
}

export async function removePasskey(db: Db, id: string, userId: string): Promise<boolean> {
	return (
		(
			await db
				.delete(accountPasskeys)
				.where(and(eq(accountPasskeys.id, id), eq(accountPasskeys.userId, userId)))
				.returning({ id: accountPasskeys.id })
		).length === 1
	);
}

/** Removes all second factors of the account. The flag that it has one is in the user's row. */
export async function removeFactors(db: Db, userId: string): Promise<void> {
	for (const table of [accountTotp, accountRecoveryCodes, accountPasskeys]) await db.delete(table).where(eq(table.userId, userId));
}

export async function setChallenge(db: Db, row: Challenge): Promise<void> {
	const { challenge, expiresAt } = row;
	await db
		.insert(accountChallenges)
		.values(row)
		.onConflictDoUpdate({ target: [accountChallenges.browserHash, accountChallenges.purpose], set: { challenge, expiresAt } });
}

/** Removes the challenge and returns it: each can be used only once. */
export async function consumeChallenge(db: Db, browserHash: Uint8Array, purpose: string, now: UtcMs): Promise<string | undefined> {
	return (
		await db
			.delete(accountChallenges)
			.where(
				and(eq(accountChallenges.browserHash, browserHash), eq(accountChallenges.purpose, purpose), gt(accountChallenges.expiresAt, now)),
			)
			.returning({ challenge: accountChallenges.challenge })
	)[0]?.challenge;
}

export async function sweepChallenges(db: Db, now: UtcMs): Promise<void> {
	await db.delete(accountChallenges).where(lte(accountChallenges.expiresAt, now));
}
