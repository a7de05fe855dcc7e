/** API answers are never pages; the readable description of the API has no script and its styles in a nonced element. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** What stands on other people's pages: any of them may frame it, it loads nothing, and of styles it has those with these SHA-256. */
export const elsewherePolicy = (styles: readonly string[] = []): string =>
	[
		"default-src 'none'",
		...(styles.length === 0 ? [] : [`style-src ${styles.map((hash) => `'sha256-${hash}'`).join(' ')}`]),
		'frame-ancestors *',
		"base-uri 'none'",
		"form-action 'none'",
	].join('; ');

/** Policy of one page: scripts and style elements need its nonce; style attributes are what charts and the component library write. */
export const pagePolicy = (nonce: string): string =>
	[
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

/** Policy of a page that is the same for everybody: its own scripts and styles stand in it and are named by their SHA-256. */
export const staticPolicy = (scripts: readonly string[], styles: readonly string[]): string =>
	[
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

/** A page's policy that lets the script which counts visits load and report to where it came from; the same policy where there is none. */
export const withTracking = (policy: string, address: string | null): string => {
	if (address === null) return policy;
	const { origin } = new URL(address);
	return policy
		.split('; ')
		.map((part) => (/^(?:script-src|connect-src|img-src) /.test(part) ? `${part} ${origin}` : part))
		.join('; ');
};

/** While developing, Vite injects inline scripts and styles and talks over a web socket. */
export const developmentPolicy = (): string =>
	"default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self' ws:; worker-src 'self' blob:";
