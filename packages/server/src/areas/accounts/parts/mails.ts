import type { AccountLink, LinkKind } from '@sw/domain/access/account-link';
import { LINK_LIFE } from '@sw/domain/access/session-rules';
import type { User } from '@sw/domain/access/user';
import { formatEt } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import type { Mail } from '../../../outside/mail/mail.ts';
import { renderMail } from '../../../outside/mail/mail-layout.ts';
import type { Clock } from '../../../platform/clocks/wall-clock.ts';
import type { RandomSource } from '../../../platform/random-source.ts';
import type { AccountRecords } from './ports.ts';
import { isSameHash, sha256 } from './tokens.ts';

const IGNORE_LINE = "If this wasn't you, ignore this mail; nothing changes without the link.";

interface MailRequest {
	at: UtcMs;
	address: string;
}

/** A request for a link that opens a page after its action. */
type ContinuingRequest = MailRequest & { redirectTo?: string | undefined };

/** Builds all mails about accounts. `origin` is the URL that users open. IDs and codes need no URL encoding. */
export function createMails(origin: string) {
	return {
		confirm: (to: string, { id, code, expires }: CreatedLink, request: ContinuingRequest & { licensed?: boolean }): Mail =>
			renderMail(to, {
				subject: 'Confirm your address',
				before: [
					'Welcome to Signalwheel.',
					request.licensed ? 'Confirm this address to start.' : 'Confirm this address to start your 14-day trial of the basic licence.',
				],
				button: { label: 'Confirm address', url: `${origin}/auth/confirm?id=${id}&code=${code}${redirectParameter(request)}` },
				after: [expiryLine(expires), requestedLine(request.at, request.address), IGNORE_LINE],
			}),

		newAddress: (to: string, { id, code, expires }: CreatedLink, { at, address }: MailRequest): Mail =>
			renderMail(to, {
				subject: 'Confirm your new address',
				before: ['This address was entered as the new address of a Signalwheel account.'],
				button: { label: 'Use this address', url: `${origin}/auth/confirm?id=${id}&code=${code}` },
				after: [expiryLine(expires), requestedLine(at, address), IGNORE_LINE],
			}),

		recovery: (to: string, { id, code, expires }: CreatedLink, request: ContinuingRequest): Mail =>
			renderMail(to, {
				subject: 'Set a new password',
				before: ['A new password was requested for this account.'],
				button: { label: 'Set a new password', url: `${origin}/auth/forgot-password?id=${id}&code=${code}${redirectParameter(request)}` },
				after: [expiryLine(expires), requestedLine(request.at, request.address), IGNORE_LINE],
			}),

		invitation: (to: string, url: string, expires: UtcMs): Mail =>
			renderMail(to, {
				subject: 'Your invitation to Signalwheel',
				before: ['You are invited to create a Signalwheel account. Choose a password to start.'],
				button: { label: 'Create account', url },
				after: [expiryLine(expires), "If you don't want an account, ignore this mail."],
			}),

		accountCreated: (to: string, { id, code, expires }: CreatedLink): Mail =>
			renderMail(to, {
				subject: 'Your Signalwheel account',
				before: ['An administrator created an account for this address. Set a password to start.'],
				button: { label: 'Set a password', url: `${origin}/auth/forgot-password?id=${id}&code=${code}` },
				after: [expiryLine(expires)],
			}),

		signIn: (to: string, { id, code, expires }: CreatedLink): Mail =>
			renderMail(to, {
				subject: 'Your sign-in link',
				before: ['An administrator of Signalwheel sent you this link. It signs you in without a password.'],
				button: { label: 'Sign in', url: `${origin}/login?token=${id}.${code}` },
				after: [expiryLine(expires), "Don't share it: anyone who opens it is signed in as you."],
			}),

		passwordChanged: (to: string, { at, address }: MailRequest): Mail =>
			renderMail(to, {
				subject: 'Your password was changed',
				before: [
					`The password of this account was changed at ${formatEt(at, 'datetime')} ET from ${address}.`,
					'All other sessions have ended.',
				],
				after: [`If this wasn't you, set a new password now: ${origin}/auth/forgot-password`],
			}),

		emailTaken: (to: string, { at, address }: MailRequest): Mail =>
			renderMail(to, {
				subject: 'Your address was entered for another account',
				before: ['Your address was entered for another Signalwheel account. Nothing has changed.', requestedLine(at, address)],
				after: [`If this was you, sign in to your existing account: ${origin}/auth/signin`],
			}),

		emailChanged: (to: string, newEmail: string, { at, address }: MailRequest): Mail =>
			renderMail(to, {
				subject: 'Your address was changed',
				before: [`Your account's address was changed to ${newEmail} at ${formatEt(at, 'datetime')} ET from ${address}.`],
				after: ["If this wasn't you, contact the administrator of this service."],
			}),

		factorChanged: (to: string, change: string, { at, address }: MailRequest): Mail =>
			renderMail(to, {
				subject: 'Your second factor was changed',
				before: [change, `Changed at ${formatEt(at, 'datetime')} ET from ${address}.`],
				after: [`If this wasn't you, set a new password now: ${origin}/auth/forgot-password`],
			}),

		keyCreated: (to: string, name: string, { at, address }: MailRequest): Mail =>
			renderMail(to, {
				subject: 'A personal key was created for your account',
				before: [
					`A personal key named '${name}' was created for this account at ${formatEt(at, 'datetime')} ET from ${address}.`,
					"Programs with this key can read or change your account's data, depending on its scopes.",
				],
				after: [`If this wasn't you, set a new password now; that also revokes all keys: ${origin}/auth/forgot-password`],
			}),

		recoveryCodeUsed: (to: string, codesLeft: number, { at, address }: MailRequest): Mail =>
			renderMail(to, {
				subject: 'A recovery code was used',
				before: [
					`A recovery code of this account was used at ${formatEt(at, 'datetime')} ET from ${address}.`,
					`Codes left: ${codesLeft}.`,
				],
				after: [`If this wasn't you, set a new password now: ${origin}/auth/forgot-password`],
			}),

		accountDeleted: (to: string): Mail =>
			renderMail(to, {
				subject: 'Your account was deleted',
				before: ['Your Signalwheel account and all its data were deleted.'],
				after: ["If this wasn't you, contact the administrator of this service."],
			}),
	};
}

function redirectParameter({ redirectTo }: ContinuingRequest): string {
	return redirectTo === undefined ? '' : `&redirectTo=${encodeURIComponent(redirectTo)}`;
}

function requestedLine(at: UtcMs, address: string): string {
	return `Requested at ${formatEt(at, 'datetime')} ET from ${address}.`;
}

function expiryLine(expires: UtcMs): string {
	return `This link works once and expires at ${formatEt(expires, 'datetime')} ET.`;
}

export type Mails = ReturnType<typeof createMails>;

/** A link is closed after this many wrong codes. Codes have 128 random bits, so the limit isn't needed against guessing; it only keeps the log readable. */
const MAX_WRONG_CODES = 10;

export interface CreatedLink {
	id: string;
	code: string;
	expires: UtcMs;
}

interface LinkRequest {
	/** Hash of the password chosen at sign-up. */
	passwordHash?: string | null;
	/** Hash of a secret in the browser that requested the link. That browser can use the link without a password. */
	browserHash?: Buffer | null;
}

export interface Links {
	create(kind: LinkKind, user: Pick<User, 'id' | 'email'>, request?: LinkRequest, records?: AccountRecords): Promise<CreatedLink>;
	/** Returns the link if it is open and the code matches; 'wrong' if the code doesn't match; undefined if there is no such open link. */
	check(id: string, kinds: readonly LinkKind[], code: string): Promise<AccountLink | 'wrong' | undefined>;
}

export function createLinks(records: AccountRecords, clock: Clock, randomSource: RandomSource): Links {
	return {
		create: async (kind, user, { passwordHash = null, browserHash = null } = {}, tx = records) => {
			const now = clock.now();
			const id = randomSource.uuid();
			const code = randomSource.bytes(16).toString('base64url');
			const expires = (now + LINK_LIFE[kind]) as UtcMs;
			await tx.addLink({
				id,
				kind,
				userId: user.id,
				codeHash: sha256(code),
				email: user.email,
				passwordHash,
				browserHash,
				createdAt: now,
				expiresAt: expires,
			});
			return { id, code, expires };
		},
		check: async (id, kinds, code) => {
			const now = clock.now();
			const link = await records.findOpenLink(id, kinds, now);
			if (!link) return undefined;
			if (isSameHash(link.codeHash, sha256(code))) return link;
			await records.countWrongCode(id, MAX_WRONG_CODES, now);
			return 'wrong';
		},
	};
}
