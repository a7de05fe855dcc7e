import type { CaptchaVendor } from './captcha.ts';

/** Origins from which a vendor's widget loads its script and frame. */
const SOURCES: Readonly<Record<CaptchaVendor, readonly string[]>> = {
	turnstile: ['https://challenges.cloudflare.com'],
	hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
	recaptcha: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
};
const DIRECTIVES = ['script-src', 'frame-src', 'connect-src'] as const;

/** Adds the captcha widget's sources to a page's Content-Security-Policy. Unchanged where no captcha is configured. */
export const withCaptcha = (policy: string, vendor: CaptchaVendor | null): string => {
	if (vendor === null) return policy;
	const sources = SOURCES[vendor].join(' ');
	const parts = policy.split('; ');
	const missing = DIRECTIVES.filter((name) => !parts.some((part) => part.startsWith(`${name} `)));
	const widened = parts.map((part) => (DIRECTIVES.some((name) => part.startsWith(`${name} `)) ? `${part} ${sources}` : part));
	return [...widened, ...missing.map((name) => `${name} 'self' ${sources}`)].join('; ');
};
