/** Origins from which a vendor's widget loads its script and frame. */
const WIDGET_SOURCES: Readonly<Record<CaptchaVendor, readonly string[]>> = {
	turnstile: ['https://challenges.cloudflare.com'],
	hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
	recaptcha: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
};

const DIRECTIVES = ['script-src', 'frame-src', 'connect-src'] as const;

export const CAPTCHA_VENDORS = ['turnstile', 'hcaptcha', 'recaptcha'] as const;
export type CaptchaVendor = (typeof CAPTCHA_VENDORS)[number];

export interface CaptchaConfig {
	vendor: CaptchaVendor;
	siteKey: string;
	secret: string;
}

/** Proves that a caller is human with Turnstile, hCaptcha or reCAPTCHA: one request to the vendor. Any failure counts as a refusal. */
export interface Captcha {
	/** Whether the token is valid for this action; always true if no captcha is configured. `ip` is the caller's IP address. */
	passes(token: string | undefined, action: string, ip: string): Promise<boolean>;
}

const VERIFY_URLS: Readonly<Record<CaptchaVendor, string>> = {
	turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
	hcaptcha: 'https://api.hcaptcha.com/siteverify',
	recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
};

/** The vendors' published test keys: with these secrets every visitor passes. */
const TEST_SECRETS: readonly RegExp[] = [/^[123]x0{31}AA$/, /^0x0{40}$/, /^6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe$/];

/** reCAPTCHA v3 returns a score from 0 (bot) to 1 (human). */
const MIN_SCORE = 0.5;
const TIMEOUT_MS = 5_000;
const MAX_TOKEN_LENGTH = 4_096;

interface Verdict {
	success?: unknown;
	score?: unknown;
	action?: unknown;
	hostname?: unknown;
}

export interface CaptchaDependencies {
	/** The host name under which the widget runs. */
	hostname: string;
	fetch?: typeof fetch;
	timeoutMs?: number;
}

/** Throws on a test key unless the service is only reachable from this machine. */
export function createCaptcha(
	config: CaptchaConfig | null,
	{ hostname, fetch: fetchFn = fetch, timeoutMs = TIMEOUT_MS }: CaptchaDependencies,
): Captcha {
	if (config === null) return { passes: async () => true };
	const isTestKey = TEST_SECRETS.some((secret) => secret.test(config.secret));
	const isLocal = hostname === 'localhost' || hostname === '127.0.0.1';
	if (isTestKey && !isLocal) throw new Error(`The captcha uses ${config.vendor}'s test key, which accepts every response.`);
	const fetchVerdict = async (token: string, ip: string): Promise<Verdict> => {
		const body = new URLSearchParams({ secret: config.secret, response: token, remoteip: ip });
		const response = await fetchFn(VERIFY_URLS[config.vendor], {
			method: 'POST',
			body,
			redirect: 'error',
			signal: AbortSignal.timeout(timeoutMs),
		});
		return (await response.json()) as Verdict;
	};
	return {
		passes: async (token, action, ip) => {
			if (!token || token.length > MAX_TOKEN_LENGTH) return false;
			try {
				const { success, score, action: actualAction, hostname: actualHostname } = await fetchVerdict(token, ip);
				if (success !== true) return false;
				if (isTestKey) return true; // responses to a test key don't contain the real host name
				if (typeof actualHostname === 'string' && actualHostname !== hostname) return false;
				if (typeof actualAction === 'string' && actualAction !== '' && actualAction !== action) return false;
				return typeof score !== 'number' || config.vendor === 'hcaptcha' || score >= MIN_SCORE;
			} catch {
				return false;
			}
		},
	};
}

/** Adds the captcha widget's sources to a page's Content-Security-Policy. Returns `policy` unchanged if no captcha is configured. */
export function withCaptcha(policy: string, vendor: CaptchaVendor | null): string {
	if (vendor === null) return policy;
	const sources = WIDGET_SOURCES[vendor].join(' ');
	const parts = policy.split('; ');
	const missing = DIRECTIVES.filter((name) => !parts.some((part) => part.startsWith(`${name} `)));
	const widenedParts = parts.map((part) => (DIRECTIVES.some((name) => part.startsWith(`${name} `)) ? `${part} ${sources}` : part));
	return [...widenedParts, ...missing.map((name) => `${name} 'self' ${sources}`)].join('; ');
}
