/** Policy of API answers, which aren't pages. The API documentation page sets its own. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Returns the policy of embeds: any site can frame them. They load nothing and have only styles with the given SHA-256 hashes (base64). */
export function embedPolicy(styles: readonly string[] = []): string {
	return [
		"default-src 'none'",
		...(styles.length === 0 ? [] : [`style-src ${styles.map((hash) => `'sha256-${hash}'`).join(' ')}`]),
		'frame-ancestors *',
		"base-uri 'none'",
		"form-action 'none'",
	].join('; ');
}

/** Returns the policy of a page with a nonce for scripts and style elements. Style attributes are allowed for charts and the component library. */
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

/** Returns the policy of a page that is identical for all readers. The page's inline scripts and styles are allowed by SHA-256 hash (base64). */
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

/** Allows the analytics script at `url` to load, and to report to its origin. Null: none is configured. */
export function withTracking(policy: string, url: string | null): string {
	if (url === null) return policy;
	const { origin } = new URL(url);
	return policy
		.split('; ')
		.map((part) => (/^(?:script-src|connect-src|img-src) /.test(part) ? `${part} ${origin}` : part))
		.join('; ');
}

/** Returns the policy in development, where Vite injects inline scripts and styles and uses a web socket. */
export function developmentPolicy(): string {
	return "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self' ws:; worker-src 'self' blob:";
}
