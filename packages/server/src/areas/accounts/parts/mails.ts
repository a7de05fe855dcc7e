import { formatEt } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import type { Mail } from '../../../outside/mail/mail.ts';
import { written } from '../../../outside/mail/mail-layout.ts';
import type { MadeLink } from './links.ts';

const until = (expires: UtcMs): string => `The link works once, until ${formatEt(expires, 'datetime')} ET.`;
const asked = (at: UtcMs, address: string): string => `It was asked for at ${formatEt(at, 'datetime')} ET from ${address}.`;
const IGNORE = 'If that was not you, leave this mail alone: nothing changes without the link.';

interface Asked {
	at: UtcMs;
	address: string;
}

/** Of a link that leads on to a page. */
type Onward = Asked & { redirectTo?: string | undefined };

const onward = ({ redirectTo }: Onward): string => (redirectTo === undefined ? '' : `&redirectTo=${encodeURIComponent(redirectTo)}`);

/** Every mail of accounts. `origin` is the address that users type; ids and codes need no encoding in it. */
export const createMails = (origin: string) => ({
	confirm: (to: string, { id, code, expires }: MadeLink, by: Onward): Mail =>
		written(to, {
			subject: 'Confirm your address',
			before: ['Welcome to Signalwheel.', 'Confirm that this address is yours to begin your 14 days of the basic licence.'],
			button: { label: 'Confirm my address', url: `${origin}/auth/confirm?id=${id}&code=${code}${onward(by)}` },
			after: [until(expires), asked(by.at, by.address), IGNORE],
		}),

	newAddress: (to: string, { id, code, expires }: MadeLink, { at, address }: Asked): Mail =>
		written(to, {
			subject: 'Confirm your new address',
			before: ['This address is to become the one of a Signalwheel account.'],
			button: { label: 'Use this address', url: `${origin}/auth/confirm?id=${id}&code=${code}` },
			after: [until(expires), asked(at, address), IGNORE],
		}),

	recovery: (to: string, { id, code, expires }: MadeLink, by: Onward): Mail =>
		written(to, {
			subject: 'Set a new password',
			before: ['Somebody asked for a new password for this account.'],
			button: { label: 'Set a new password', url: `${origin}/auth/forgot-password?id=${id}&code=${code}${onward(by)}` },
			after: [until(expires), asked(by.at, by.address), IGNORE],
		}),

	invite: (to: string, { id, code, expires }: MadeLink): Mail =>
		written(to, {
			subject: 'Your Signalwheel account',
			before: ['An administrator has made an account for this address. Set a password to begin.'],
			button: { label: 'Set a password', url: `${origin}/auth/forgot-password?id=${id}&code=${code}` },
			after: [until(expires)],
		}),

	signIn: (to: string, { id, code, expires }: MadeLink): Mail =>
		written(to, {
			subject: 'Your sign-in link',
			before: ['An administrator of Signalwheel sends you this link: it signs you in without a password.'],
			button: { label: 'Sign in', url: `${origin}/login?token=${id}.${code}` },
			after: [until(expires), 'Do not pass it on: whoever opens it first is signed in as you.'],
		}),

	passwordChanged: (to: string, { at, address }: Asked): Mail =>
		written(to, {
			subject: 'Your password was changed',
			before: [
				`The password of this account was changed at ${formatEt(at, 'datetime')} ET from ${address}.`,
				'Every other session was ended.',
			],
			after: [`If that was not you, set a new password now: ${origin}/auth/forgot-password`],
		}),

	addressWanted: (to: string, { at, address }: Asked): Mail =>
		written(to, {
			subject: 'Somebody asked for your address',
			before: [
				'Somebody wanted to make this address the one of another Signalwheel account. It stays yours, and nothing has changed.',
				asked(at, address),
			],
			after: [`If that was you, sign in to the account that you have: ${origin}/auth/signin`],
		}),

	addressChanged: (to: string, next: string, { at, address }: Asked): Mail =>
		written(to, {
			subject: 'Your address was changed',
			before: [`Since ${formatEt(at, 'datetime')} ET your account goes by ${next}. The change came from ${address}.`],
			after: ['If that was not you, write to the administrator of this service.'],
		}),

	factorChanged: (to: string, change: string, { at, address }: Asked): Mail =>
		written(to, {
			subject: 'Your second factor was changed',
			before: [change, `It was done at ${formatEt(at, 'datetime')} ET from ${address}.`],
			after: [`If that was not you, set a new password now: ${origin}/auth/forgot-password`],
		}),

	keyMade: (to: string, name: string, { at, address }: Asked): Mail =>
		written(to, {
			subject: 'A key was made for your account',
			before: [
				`A personal key named '${name}' was made for this account at ${formatEt(at, 'datetime')} ET from ${address}.`,
				'Programs that have it read or write what it was made for, as you.',
			],
			after: [`If that was not you, set a new password now, which revokes every key: ${origin}/auth/forgot-password`],
		}),

	recoveryCodeUsed: (to: string, left: number, { at, address }: Asked): Mail =>
		written(to, {
			subject: 'A recovery code was used',
			before: [`A recovery code of this account was used at ${formatEt(at, 'datetime')} ET from ${address}.`, `Codes left: ${left}.`],
			after: [`If that was not you, set a new password now: ${origin}/auth/forgot-password`],
		}),

	accountDeleted: (to: string): Mail =>
		written(to, {
			subject: 'Your account was deleted',
			before: ['Your Signalwheel account and all that belonged to it were deleted.'],
			after: ['If that was not you, write to the administrator of this service.'],
		}),
});

export type Mails = ReturnType<typeof createMails>;
