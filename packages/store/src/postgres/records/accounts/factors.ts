import type { Challenge, Passkey, Totp } from '@sw/domain/access/second-factor';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, count, eq, gt, isNotNull, isNull, lt, lte } from 'drizzle-orm';
import type { Db } from '../../records.ts';
import { accountChallenges, accountPasskeys, accountRecoveryCodes, accountTotp } from '../../schema/accounts.ts';

export const totpOf = async (db: Db, userId: string): Promise<Totp | undefined> =>
	(await db.select().from(accountTotp).where(eq(accountTotp.userId, userId)))[0];

/** Starts enrolment with a new secret, which replaces an unconfirmed one; false when a confirmed secret is in force. */
export const beginTotp = async (db: Db, userId: string, secret: string, now: UtcMs): Promise<boolean> =>
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
	).length === 1;

/** Confirms the secret after the first correct code; false when another request was first. */
export const confirmTotp = async (db: Db, userId: string, secret: string, step: number, now: UtcMs): Promise<boolean> =>
	(
		await db
			.update(accountTotp)
			.set({ confirmedAt: now, lastStep: step })
			.where(and(eq(accountTotp.userId, userId), eq(accountTotp.secret, secret), isNull(accountTotp.confirmedAt)))
			.returning({ userId: accountTotp.userId })
	).length === 1;

/** Uses up the code of a step; false when it, or a later one, was used before. */
export const useTotpStep = async (db: Db, userId: string, step: number): Promise<boolean> =>
	(
		await db
			.update(accountTotp)
			.set({ lastStep: step })
			.where(and(eq(accountTotp.userId, userId), isNotNull(accountTotp.confirmedAt), lt(accountTotp.lastStep, step)))
			.returning({ userId: accountTotp.userId })
	).length === 1;

/** Replaces all recovery codes. */
export const setRecoveryCodes = async (db: Db, userId: string, hashes: readonly Uint8Array[]): Promise<void> => {
	await db.delete(accountRecoveryCodes).where(eq(accountRecoveryCodes.userId, userId));
	if (hashes.length > 0) await db.insert(accountRecoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })));
};

export const useRecoveryCode = async (db: Db, userId: string, codeHash: Uint8Array): Promise<boolean> =>
	(
		await db
			.delete(accountRecoveryCodes)
			.where(and(eq(accountRecoveryCodes.userId, userId), eq(accountRecoveryCodes.codeHash, codeHash)))
			.returning({ userId: accountRecoveryCodes.userId })
	).length === 1;

export const recoveryCodesLeft = async (db: Db, userId: string): Promise<number> =>
	(await db.select({ left: count() }).from(accountRecoveryCodes).where(eq(accountRecoveryCodes.userId, userId)))[0]?.left ?? 0;

/** False when an account already has that credential. */
export const addPasskey = async (db: Db, passkey: Passkey): Promise<boolean> =>
	(await db.insert(accountPasskeys).values(passkey).onConflictDoNothing().returning({ id: accountPasskeys.id })).length === 1;

export const passkey = async (db: Db, id: string): Promise<Passkey | undefined> =>
	(await db.select().from(accountPasskeys).where(eq(accountPasskeys.id, id)))[0];

export const passkeysOf = (db: Db, userId: string): Promise<Passkey[]> =>
	db.select().from(accountPasskeys).where(eq(accountPasskeys.userId, userId)).orderBy(asc(accountPasskeys.createdAt));

export const recordPasskeyUse = async (db: Db, id: string, counter: number, now: UtcMs): Promise<void> => {
	await db.update(accountPasskeys).set({ counter, usedAt: now }).where(eq(accountPasskeys.id, id));
};

export const removePasskey = async (db: Db, id: string, userId: string): Promise<boolean> =>
	(
		await db
			.delete(accountPasskeys)
			.where(and(eq(accountPasskeys.id, id), eq(accountPasskeys.userId, userId)))
			.returning({ id: accountPasskeys.id })
	).length === 1;

/** Removes all second factors of the account; the flag that it has one is in the user's row. */
export const removeFactors = async (db: Db, userId: string): Promise<void> => {
	for (const table of [accountTotp, accountRecoveryCodes, accountPasskeys]) await db.delete(table).where(eq(table.userId, userId));
};

export const setChallenge = async (db: Db, given: Challenge): Promise<void> => {
	const { challenge, expiresAt } = given;
	await db
		.insert(accountChallenges)
		.values(given)
		.onConflictDoUpdate({ target: [accountChallenges.browserHash, accountChallenges.purpose], set: { challenge, expiresAt } });
};

/** Removes the challenge and returns it: each can be used only once. */
export const consumeChallenge = async (db: Db, browserHash: Uint8Array, purpose: string, now: UtcMs): Promise<string | undefined> =>
	(
		await db
			.delete(accountChallenges)
			.where(
				and(eq(accountChallenges.browserHash, browserHash), eq(accountChallenges.purpose, purpose), gt(accountChallenges.expiresAt, now)),
			)
			.returning({ challenge: accountChallenges.challenge })
	)[0]?.challenge;

export const sweepChallenges = async (db: Db, now: UtcMs): Promise<void> => {
	await db.delete(accountChallenges).where(lte(accountChallenges.expiresAt, now));
};
