import { BLOCKED_ACCOUNT_MESSAGE } from '@sw/domain/access/form-rules';
import { BROWSER_LIFE } from '@sw/domain/access/session-rules';
import type { ProviderSession } from '@sw/domain/access/sign-in-records';
import type { User } from '@sw/domain/access/user';
import { SECOND, type UtcMs } from '@sw/domain/time/units';
import { Secret, TOTP } from 'otpauth';
import { Problem } from '../../../platform/errors.ts';
import type { RandomSource } from '../../../platform/random-source.ts';
import type { CallOrigin, Context } from '../context/context.ts';
import { unprocessable } from '../parts/passwords.ts';
import type { AccountRecords } from '../parts/ports.ts';
import { familyOf, seal, sha256, unseal } from '../parts/tokens.ts';
import type { SessionGrant } from '../sessions/sessions.ts';

type Parts = Pick<Context, 'records' | 'sessions' | 'limits' | 'links' | 'mails' | 'backgroundMail' | 'audit' | 'clock' | 'randomSource'>;

/** The provider's session behind a sign-in, with the refresh token not yet encrypted. */
type NewProviderSession = Pick<ProviderSession, 'provider' | 'subject' | 'sid' | 'idToken' | 'groups' | 'refreshToken'>;

const CODE_NEEDED = 'Enter the code of your authenticator app or a recovery code, or sign in with a passkey';
const WRONG_CODE = 'This code is wrong or was already used';

/** A completed sign-in, or one that waits for its second factor: `step` is the secret with which the browser continues. */
export type SignInResult = { tokens: SessionGrant } | { step: string };

/** Enforces the second factor for every way of signing in. */
export function createSecondFactor({ records, sessions, limits, links, mails, backgroundMail, audit, clock, randomSource }: Parts) {
	/** Consumes an authenticator or recovery code; false when it is invalid. */
	const consumeCode = async (user: User, code: string, callOrigin: CallOrigin): Promise<boolean> => {
		if (TOTP_CODE.test(code)) {
			const totp = await records.totpOf(user.id);
			const step = totp && totp.confirmedAt !== null ? totpStep(totp.secret, code, clock.now()) : null;
			return step !== null && (await records.useTotpStep(user.id, step));
		}
		if (!(await records.useRecoveryCode(user.id, hashRecoveryCode(code)))) return false;
		const codesLeft = await records.recoveryCodesLeft(user.id);
		await audit({ actor: user, act: 'factor.recovery', target: user.email, detail: { left: codesLeft }, address: callOrigin.address });
		backgroundMail.send(mails.recoveryCodeUsed(user.email, codesLeft, { at: clock.now(), address: callOrigin.address }));
		return true;
	};

	/** Whether the account has signed in from this browser before. Attempts from known browsers are counted separately, as for passwords. */
	const isKnownBrowser = async (user: User, { browser }: CallOrigin): Promise<boolean> =>
		browser !== null && records.knowsBrowser(user.emailKey, browser, (clock.now() - BROWSER_LIFE) as UtcMs);

	/** Passes if the account has no second factor. 422 about `code` for a missing or invalid code, 429 after too many attempts. */
	const requireCode = async (user: User, code: string | undefined, callOrigin: CallOrigin): Promise<void> => {
		if (user.secondFactorAt === null) return;
		if (code === undefined) throw unprocessable('code', CODE_NEEDED);
		const limitKeys = (await isKnownBrowser(user, callOrigin)) ? [user.id, callOrigin.browser?.toString('base64url') ?? ''] : [user.id];
		await limits.count('factor account', ...limitKeys);
		if (!(await consumeCode(user, code.trim(), callOrigin))) throw unprocessable('code', WRONG_CODE);
		await limits.forget('factor account', ...limitKeys);
	};

	/** Opens the session, and remembers the browser. */
	const openSession = async (user: User, callOrigin: CallOrigin, tx: AccountRecords = records): Promise<SessionGrant> => {
		if (callOrigin.browser !== null) await tx.rememberBrowser(user.id, callOrigin.browser, clock.now());
		return sessions.open(user, callOrigin, tx);
	};

	return {
		requireCode,
		openSession,

		/** Begins the session after a mailed link, the proxy or a provider has proven the user. If the account has a second factor, the session waits for it. */
		beginSession: async (
			user: User,
			callOrigin: CallOrigin,
			tx: AccountRecords,
			providerSession?: NewProviderSession,
		): Promise<SignInResult> => {
			const storeProviderSession = async (secret: string | Buffer, link: Pick<ProviderSession, 'sessionId' | 'linkId'>): Promise<void> => {
				if (!providerSession) return;
				const refreshToken = providerSession.refreshToken === null ? null : seal(providerSession.refreshToken, secret, randomSource);
				const now = clock.now();
				await tx.addProviderSession({
					...providerSession,
					...link,
					refreshToken,
					id: randomSource.uuid(),
					checkedAt: now,
					createdAt: now,
				});
			};
			if (user.secondFactorAt === null) {
				const tokens = await openSession(user, callOrigin, tx);
				await storeProviderSession(familyOf(tokens.refresh), { sessionId: tokens.sessionId, linkId: null });
				return { tokens };
			}
			const { id, code } = await links.create('factor', user, {}, tx);
			await storeProviderSession(code, { sessionId: null, linkId: id });
			return { step: `${id}.${code}` };
		},

		/** Completes a sign-in with the code of the second factor. 401 when no sign-in of this browser is waiting. */
		complete: async (step: string | undefined, code: string, callOrigin: CallOrigin): Promise<SessionGrant> => {
			await limits.count('code address', callOrigin.address);
			const [id = '', secret = ''] = (step ?? '').split('.');
			const link = /^[\da-f-]{36}$/.test(id) ? await links.check(id, ['factor'], secret) : undefined;
			const user = link && link !== 'wrong' ? await records.userById(link.userId) : undefined;
			if (!link || link === 'wrong' || !user) throw new Problem('unauthenticated', { detail: 'This sign-in has expired: start again' });
			if (user.status === 'blocked') throw new Problem('forbidden', { detail: BLOCKED_ACCOUNT_MESSAGE });
			await requireCode(user, code, callOrigin);
			return records.transaction(async (tx) => {
				if (!(await tx.useLink(link, clock.now()))) throw new Problem('unauthenticated');
				const tokens = await openSession(user, callOrigin, tx);
				const storedToken = (await tx.waitingProviderSession(link.id))?.refreshToken;
				const refreshToken = storedToken ? unseal(storedToken, secret) : undefined;
				const sealedToken = refreshToken === undefined ? null : seal(refreshToken, familyOf(tokens.refresh), randomSource);
				await tx.moveProviderSession(link.id, tokens.sessionId, sealedToken);
				return tokens;
			});
		},
	};
}

export type SecondFactor = ReturnType<typeof createSecondFactor>;

const RECOVERY_CODE_COUNT = 10;
/** 32 characters that are hard to confuse. */
const CODE_ALPHABET = 'abcdefghjklmnpqrstuvwxyz23456789';
const CODE_LENGTH = 16;

/** Creates ten codes of 80 random bits each, in groups of four characters. */
export function createRecoveryCodes(randomSource: RandomSource): string[] {
	return Array.from({ length: RECOVERY_CODE_COUNT }, () =>
		Array.from(randomSource.bytes(CODE_LENGTH), (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length])
			.join('')
			.replace(/(.{4})(?=.)/g, '$1-'),
	);
}

/** Returns the SHA-256 of a recovery code, ignoring case, spaces and separators. */
export function hashRecoveryCode(code: string): Buffer {
	return sha256(code.toLowerCase().replaceAll(/[^a-z\d]/g, ''));
}

/** Lifetime of a code in seconds. Codes of authenticator apps (RFC 6238) have six digits, from HMAC-SHA-1 with a 160-bit secret. */
const TOTP_PERIOD_SECONDS = 30;
/** Accepted difference of a phone's clock, in steps of TOTP_PERIOD_SECONDS. */
const MAX_STEPS_OFF = 1;
const TOTP_CODE = /^\d{6}$/;

/** Creates a secret of 160 random bits, in Base32. */
export function createTotpSecret(randomSource: RandomSource): string {
	const bytes = randomSource.bytes(20);
	return new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32;
}

/** Returns the otpauth URL to show as a QR code. */
export function totpUri(secret: string, email: string): string {
	return createTotp(secret, email).toString();
}

function createTotp(secret: string, label = ''): TOTP {
	return new TOTP({
		issuer: 'Signalwheel',
		label,
		algorithm: 'SHA1',
		digits: 6,
		period: TOTP_PERIOD_SECONDS,
		secret: Secret.fromBase32(secret),
	});
}

/** Returns the number of the time step that the code belongs to; null for a wrong or expired code. */
export function totpStep(secret: string, code: string, now: UtcMs): number | null {
	const stepsOff = createTotp(secret).validate({ token: code, timestamp: now, window: MAX_STEPS_OFF });
	return stepsOff === null ? null : Math.floor(now / (TOTP_PERIOD_SECONDS * SECOND)) + stepsOff;
}
