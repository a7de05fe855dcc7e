import { sitePath } from './address/site-path.ts';
import { readCookie } from './storage/cookies.ts';

const NAME = 'visit';
/** A browsing session ends when no list has been opened for this long. */
const SESSION_SECONDS = 4 * 3_600;

/** Whether lists have been opened in this visit, from a Cookie header or `document.cookie`. */
export function hasBrowsingSession(cookies: string): boolean {
	return readCookie(cookies, NAME) !== undefined;
}

/** Called whenever a list is shown. */
export function extendBrowsingSession(): void {
	write(SESSION_SECONDS);
}

function write(seconds: number): void {
	const secure = location.protocol === 'https:' ? '; Secure' : '';
	// biome-ignore lint/suspicious/noDocumentCookie: the next navigation must already carry it.
	document.cookie = `${NAME}=1; Path=${sitePath('/')}; Max-Age=${seconds}; SameSite=Lax${secure}`;
}

/** The next user to sign in starts a new browsing session. */
export function endBrowsingSession(): void {
	write(0);
}
