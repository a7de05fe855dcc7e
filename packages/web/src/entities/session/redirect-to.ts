/** Where to go after sign-in: a path of this site that isn't a sign-in page. Anything else becomes the home page. */
export function safeRedirect(wanted: unknown): string {
	if (typeof wanted !== 'string' || !wanted.startsWith('/') || /^\/[/\\]/.test(wanted) || /[\p{Cc}\\]/u.test(wanted)) return '/';
	const base = 'http://site.invalid';
	if (!URL.canParse(wanted, base)) return '/';
	const url = new URL(wanted, base);
	if (url.origin !== base || /^\/(?:auth|oauth|api|login|logout)(?:\/|$)/.test(url.pathname)) return '/';
	return url.pathname + url.search + url.hash;
}

/** The same for a call that mails a link: omitted if it is the home page or too long for a mail. */
export function redirectParameter(wanted: unknown): { redirect_to?: string } {
	const path = safeRedirect(wanted);
	return path === '/' || path.length > 400 ? {} : { redirect_to: path };
}
