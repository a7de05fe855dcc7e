import type { CaptchaVendor } from './captcha.ts';

/** Where a vendor's widget loads its script and shows its frame from. */
const SOURCES: Readonly<Record<CaptchaVendor, readonly string[]>> = {
	turnstile: ['https://challenges.cloudflare.com'],
	hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
	recaptcha: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
};
const DIRECTIVES = ['script-src', 'frame-src', 'connect-src'] as const;

/** A page's Content-Security-Policy that lets the captcha's widget in as well; the same policy where none is set up. */
export const withCaptcha = (policy: string, vendor: CaptchaVendor | null): string => {
	if (vendor === null) return policy;
	const sources = SOURCES[vendor].join(' ');
	const parts = policy.split('; ');
	const missing = DIRECTIVES.filter((name) => !parts.some((part) => part.startsWith(`${name} `)));
	const widened = parts.map((part) => (DIRECTIVES.some((name) => part.startsWith(`${name} `)) ? `${part} ${sources}` : part));
	return [...widened, ...missing.map((name) => `${name} 'self' ${sources}`)].join('; ');
};
