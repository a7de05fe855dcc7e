/** Where sign-in leads back to: a path of this site that is no page of signing in. Anything else counts as the home page. */
export const safeRedirect = (wanted: unknown): string => {
	if (typeof wanted !== 'string' || !wanted.startsWith('/') || /^\/[/\\]/.test(wanted) || /[\p{Cc}\\]/u.test(wanted)) return '/';
	const base = 'http://site.invalid';
	if (!URL.canParse(wanted, base)) return '/';
	const url = new URL(wanted, base);
	if (url.origin !== base || /^\/(?:auth|oauth|api|login|logout)(?:\/|$)/.test(url.pathname)) return '/';
	return url.pathname + url.search + url.hash;
};

/** The same as a call that mails a link takes it: nothing where it would lead home anyway, or is too long for a mail. */
export const onwardTo = (wanted: unknown): { redirect_to?: string } => {
	const path = safeRedirect(wanted);
	return path === '/' || path.length > 400 ? {} : { redirect_to: path };
};
