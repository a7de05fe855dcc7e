import { sitePath } from '../address/site-path.ts';
import { readStored } from './stored.ts';

const YEAR_SECONDS = 31_536_000;

/** Returns the value of a cookie from a Cookie header or `document.cookie`; undefined if it isn't set. Values written by this file need no decoding. */
export function readCookie(header: string, name: string): string | undefined {
	return header
		.split('; ')
		.find((pair) => pair.startsWith(`${name}=`))
		?.slice(name.length + 1);
}

/** Returns the text of a cookie that lasts a year and is sent only to this site. */
export function cookieText(name: string, value: string, secure: boolean): string {
	return `${name}=${value}; Path=${sitePath('/')}; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** Stores an appearance choice for later pages, if the reader allows this. */
export function saveAppearance(name: string, value: string): void {
	if (!canStoreAppearance()) return;
	// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and answers later than the next navigation.
	document.cookie = cookieText(name, value, location.protocol === 'https:');
}

/** Removes a stored appearance choice. */
export function clearAppearance(name: string): void {
	// biome-ignore lint/suspicious/noDocumentCookie: as above.
	document.cookie = `${name}=; Path=${sitePath('/')}; Max-Age=0; SameSite=Lax`;
}

/** Whether the reader allows appearance cookies. True until the reader decides, because all consent choices are on by default. */
function canStoreAppearance(): boolean {
	return readStored('cookiesPolicy', readFunctionalConsent) !== false;
}

function readFunctionalConsent(consent: unknown): boolean | undefined {
	const functional = typeof consent === 'object' && consent !== null && 'functional' in consent ? consent.functional : undefined;
	return typeof functional === 'boolean' ? functional : undefined;
}

const VISIT_COOKIE = 'visit';
/** A browsing session ends if no list is opened for this long. */
const SESSION_SECONDS = 4 * 3_600;

/** Whether this visit has already opened a list. `cookies`: a Cookie header or `document.cookie`. */
export function hasBrowsingSession(cookies: string): boolean {
	return readCookie(cookies, VISIT_COOKIE) !== undefined;
}

/** Starts or extends the browsing session. Must be called whenever a list is shown. */
export function extendBrowsingSession(): void {
	writeVisitCookie(SESSION_SECONDS);
}

function writeVisitCookie(seconds: number): void {
	const secure = location.protocol === 'https:' ? '; Secure' : '';
	// biome-ignore lint/suspicious/noDocumentCookie: the next navigation must already carry it.
	document.cookie = `${VISIT_COOKIE}=1; Path=${sitePath('/')}; Max-Age=${seconds}; SameSite=Lax${secure}`;
}

/** Ends the browsing session, so that the next user starts a new one. */
export function endBrowsingSession(): void {
	writeVisitCookie(0);
}
