/** For API answers, which are never pages. The API documentation page has no script and its styles in an element with a nonce. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** For embeds on other sites: any site may frame them, they load nothing and only have the styles with these SHA-256 hashes. */
export function elsewherePolicy(styles: readonly string[] = []): string {
	return [
		"default-src 'none'",
		...(styles.length === 0 ? [] : [`style-src ${styles.map((hash) => `'sha256-${hash}'`).join(' ')}`]),
		'frame-ancestors *',
		"base-uri 'none'",
		"form-action 'none'",
	].join('; ');
}

/** For one page: scripts and style elements need its nonce; style attributes are used by charts and the component library. */
export function pagePolicy(nonce: string): string {
	return [
		"default-src 'self'",
		`script-src 'self' 'nonce-${nonce}'`,
		`style-src-elem 'self' 'nonce-${nonce}'`,
		"style-src-attr 'unsafe-inline'",
		"img-src 'self' data: blob:",
		"font-src 'self'",
		"connect-src 'self'",
		"worker-src 'self' blob:",
		"manifest-src 'self'",
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
	].join('; ');
}

/** For a page that is identical for all readers: its inline scripts and styles are listed by SHA-256 hash. */
export function staticPolicy(scripts: readonly string[], styles: readonly string[]): string {
	return [
		"default-src 'self'",
		`script-src 'self' ${scripts.map((hash) => `'sha256-${hash}'`).join(' ')}`,
		`style-src-elem 'self' ${styles.map((hash) => `'sha256-${hash}'`).join(' ')}`,
		"style-src-attr 'none'",
		"img-src 'self' data:",
		"font-src 'self'",
		"connect-src 'self'",
		"manifest-src 'self'",
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
	].join('; ');
}

/** Lets the analytics script load and report to its origin. Unchanged where none is configured. */
export function withTracking(policy: string, address: string | null): string {
	if (address === null) return policy;
	const { origin } = new URL(address);
	return policy
		.split('; ')
		.map((part) => (/^(?:script-src|connect-src|img-src) /.test(part) ? `${part} ${origin}` : part))
		.join('; ');
}

/** In development Vite injects inline scripts and styles and uses a web socket. */
export function developmentPolicy(): string {
	return "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self' ws:; worker-src 'self' blob:";
}
