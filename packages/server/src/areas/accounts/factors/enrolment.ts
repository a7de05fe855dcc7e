import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { Passkey } from '@sw/domain/access/sign-in-records';
import type { User } from '@sw/domain/access/user';
import { malformed, notFound, Problem } from '../../../platform/errors.ts';
import { createIdentityCheck } from '../context/call.ts';
import type { CallOrigin, Context } from '../context/context.ts';
import { unprocessable } from '../parts/passwords.ts';
import type { AccountRecords } from '../parts/ports.ts';
import type { Passkeys } from './passkeys.ts';
import { createRecoveryCodes, createTotpSecret, hashRecoveryCode, type SecondFactor, totpStep, totpUri } from './second-factor.ts';

type Parts = Pick<Context, 'records' | 'hasher' | 'limits' | 'mails' | 'backgroundMail' | 'audit' | 'clock' | 'randomSource'>;

export interface FactorState {
	user: User;
	totp: boolean;
	passkeys: Passkey[];
	codesLeft: number;
}

const TOTP_ALREADY_SET_UP = new Problem('conflict', {
	errors: [{ field: 'code', message: 'An authenticator app is already set up: remove it first' }],
});

/** Lets users manage their own second factors. If the account has a password, a stolen session alone can't add or remove a factor. */
export function createEnrolment(
	{ records, hasher, limits, mails, backgroundMail, audit, clock, randomSource }: Parts,
	{ requireCode }: Pick<SecondFactor, 'requireCode'>,
	passkeys: Passkeys,
) {
	const { requireActive, requireOwner } = createIdentityCheck({ records, hasher, limits });

	/** Requires a second factor at future sign-ins. Returns recovery codes if this is the account's first factor, otherwise none. */
	const activateSecondFactor = async (tx: AccountRecords, user: User, act: string, callOrigin: CallOrigin): Promise<string[]> => {
		await audit({ actor: user, act, target: user.email, address: callOrigin.address }, tx);
		if (user.secondFactorAt !== null) return [];
		await tx.changeUser(user.id, { secondFactorAt: clock.now() });
		const codes = createRecoveryCodes(randomSource);
		await tx.setRecoveryCodes(user.id, codes.map(hashRecoveryCode));
		return codes;
	};
	const mailChange = (user: User, change: string, callOrigin: CallOrigin): void =>
		backgroundMail.send(mails.factorChanged(user.email, change, { at: clock.now(), address: callOrigin.address }));

	const disableSecondFactor = async (tx: AccountRecords, user: User, callOrigin: CallOrigin): Promise<void> => {
		await tx.removeFactors(user.id);
		await tx.changeUser(user.id, { secondFactorAt: null });
		await audit({ actor: user, act: 'factor.remove', target: user.email, address: callOrigin.address }, tx);
	};

	return {
		state: async (userId: string): Promise<FactorState> => {
			const user = await records.userById(userId);
			if (!user) throw new Problem('unauthenticated');
			const [totp, storedPasskeys, codesLeft] = await Promise.all([
				records.totpOf(userId),
				records.passkeysOf(userId),
				records.recoveryCodesLeft(userId),
			]);
			return { user, totp: totp !== undefined && totp.confirmedAt !== null, passkeys: storedPasskeys, codesLeft };
		},

		beginTotp: async (userId: string, password: string | undefined): Promise<{ secret: string; uri: string }> => {
			const user = await requireOwner(userId, password);
			const secret = createTotpSecret(randomSource);
			if (!(await records.beginTotp(user.id, secret, clock.now()))) throw TOTP_ALREADY_SET_UP;
			return { secret, uri: totpUri(secret, user.email) };
		},

		confirmTotp: async (userId: string, code: string, callOrigin: CallOrigin): Promise<string[]> => {
			const user = await requireActive(userId);
			await limits.count('factor account', user.id);
			const pendingTotp = await records.totpOf(user.id);
			if (!pendingTotp) throw unprocessable('code', 'Start again: the setup has expired');
			if (pendingTotp.confirmedAt !== null) throw TOTP_ALREADY_SET_UP;
			const now = clock.now();
			const step = totpStep(pendingTotp.secret, code.trim(), now);
			if (step === null) throw unprocessable('code', 'This code is wrong');
			const codes = await records.transaction(async (tx) => {
				if (!(await tx.confirmTotp(user.id, pendingTotp.secret, step, now))) throw TOTP_ALREADY_SET_UP;
				return activateSecondFactor(tx, user, 'factor.totp', callOrigin);
			});
			await limits.forget('factor account', user.id);
			mailChange(user, 'An authenticator app was added.', callOrigin);
			return codes;
		},

		beginPasskey: async (userId: string, password: string | undefined, browser: Buffer): Promise<PublicKeyCredentialCreationOptionsJSON> =>
			passkeys.beginRegistration(await requireOwner(userId, password), browser),

		addPasskey: async (userId: string, name: string, credential: unknown, browser: Buffer, callOrigin: CallOrigin): Promise<string[]> => {
			const user = await requireActive(userId);
			const registration = await passkeys.verifyRegistration(user, credential, browser);
			if (!registration) throw malformed('credential', "This passkey couldn't be verified: start again");
			const codes = await records.transaction(async (tx) => {
				const passkey = { ...registration, userId, name: name.trim() || 'Passkey', createdAt: clock.now(), usedAt: null };
				if (!(await tx.addPasskey(passkey))) throw malformed('credential', 'This passkey is already in use');
				return activateSecondFactor(tx, user, 'factor.passkey', callOrigin);
			});
			mailChange(user, 'A passkey was added.', callOrigin);
			return codes;
		},

		renewCodes: async (userId: string, password: string | undefined, code: string, callOrigin: CallOrigin): Promise<string[]> => {
			const user = await requireOwner(userId, password);
			if (user.secondFactorAt === null) throw unprocessable('code', 'No second factor is set up yet');
			await requireCode(user, code, callOrigin);
			const codes = createRecoveryCodes(randomSource);
			await records.transaction(async (tx) => {
				await tx.setRecoveryCodes(user.id, codes.map(hashRecoveryCode));
				await audit({ actor: user, act: 'factor.codes', target: user.email, address: callOrigin.address }, tx);
			});
			mailChange(user, 'New recovery codes were created; the old ones no longer work.', callOrigin);
			return codes;
		},

		/** Removes a passkey. If it was the last factor, sign-ins no longer need a second factor. */
		removePasskey: async (
			userId: string,
			id: string,
			password: string | undefined,
			code: string,
			callOrigin: CallOrigin,
		): Promise<void> => {
			const user = await requireOwner(userId, password);
			if (!(await records.passkeysOf(userId)).some((key) => key.id === id)) throw notFound('Passkey not found');
			await requireCode(user, code, callOrigin);
			await records.transaction(async (tx) => {
				if (!(await tx.removePasskey(id, userId))) throw notFound('Passkey not found');
				await audit({ actor: user, act: 'factor.passkey-remove', target: user.email, address: callOrigin.address }, tx);
				const [totp, passkeys] = [await tx.totpOf(userId), await tx.passkeysOf(userId)];
				if (passkeys.length === 0 && (totp?.confirmedAt ?? null) === null) await disableSecondFactor(tx, user, callOrigin);
			});
			mailChange(user, 'A passkey was removed.', callOrigin);
		},

		remove: async (userId: string, password: string | undefined, code: string, callOrigin: CallOrigin): Promise<void> => {
			const user = await requireOwner(userId, password);
			if (user.secondFactorAt === null) throw unprocessable('code', 'No second factor is set up yet');
			await requireCode(user, code, callOrigin);
			await records.transaction((tx) => disableSecondFactor(tx, user, callOrigin));
			mailChange(user, 'The second factor was removed.', callOrigin);
		},
	};
}
