/** Rules for which banner or invitation the browser shows and when, as pure functions. */
import type { WaitListSource } from '@sw/domain/outreach/wait-list';

export const CONSENT_PURPOSES = ['security', 'identification', 'functional'] as const;
export type Consent = Readonly<Record<(typeof CONSENT_PURPOSES)[number], boolean>>;

/** Creates a choice with the same answer for all three purposes. */
export function consentToAll(allowed: boolean): Consent {
	return { security: allowed, identification: allowed, functional: allowed };
}

/** Validates a stored choice; undefined if invalid. The reader is then asked again. */
export function parseConsent(value: unknown): Consent | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	const { security, identification, functional } = value as Partial<Record<string, unknown>>;
	const isValid = [security, identification, functional].every((flag) => typeof flag === 'boolean');
	return isValid ? ({ security, identification, functional } as Consent) : undefined;
}

/** Query parameter that contains an invitation. */
export const INVITATION_KEY = 'grl';

export type Invitation = { readonly source: WaitListSource } | { readonly unknown: string };

/** Reads the invitation in the URL; undefined if there is none. Values other than 'true' and 'false' mean an unknown invitation. */
export function readInvitation(search: string): Invitation | undefined {
	const value = new URLSearchParams(search).get(INVITATION_KEY);
	if (value === null) return undefined;
	if (value === 'true') return { source: 'girls' };
	return value === 'false' ? { source: 'hunter' } : { unknown: value };
}

/** Returns the URL without the invitation: path, query and fragment. */
export function stripInvitation({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
	const remaining = search
		.replace(/^\?/, '')
		.split('&')
		.filter((pair) => pair !== '' && pair.split('=')[0] !== INVITATION_KEY)
		.join('&');
	return `${pathname}${remaining && `?${remaining}`}${hash}`;
}

export interface InstallContext {
	/** The site already runs as an installed app. */
	readonly standalone: boolean;
	/** The reader has declined before. */
	readonly dismissed: boolean;
	readonly production: boolean;
	readonly mobile: boolean;
}

/** Returns whether to offer installation: on mobile widths, and outside production on every width. */
export function shouldOfferInstall({ standalone, dismissed, production, mobile }: InstallContext): boolean {
	return !standalone && !dismissed && (mobile || !production);
}

/** Detects iOS. An iPad identifies itself as a Mac, but Macs have no touch screen. */
export function isIos({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
	return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}
