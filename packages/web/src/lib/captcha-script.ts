/** The scripts of captcha vendors, and what of them is used. */
export type CaptchaVendor = 'turnstile' | 'hcaptcha' | 'recaptcha';

interface Widget {
	render(
		at: HTMLElement,
		options: { sitekey: string; action?: string; callback(token: string): void; 'expired-callback'(): void },
	): unknown;
}

interface Grecaptcha {
	ready(callback: () => void): void;
	execute(siteKey: string, options: { action: string }): Promise<string>;
}

const SCRIPTS: Readonly<Record<CaptchaVendor, (siteKey: string) => string>> = {
	turnstile: () => 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
	hcaptcha: () => 'https://js.hcaptcha.com/1/api.js?render=explicit',
	recaptcha: (siteKey) => `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`,
};

/** What vendors' scripts leave on the page. */
export const captchaGlobal = () => window as unknown as { turnstile?: Widget; hcaptcha?: Widget; grecaptcha?: Grecaptcha };

const loaded = new Map<string, Promise<void>>();

/** Loads a vendor's script once. Rejects where it cannot be had. */
export const loadCaptcha = (vendor: CaptchaVendor, siteKey: string): Promise<void> => {
	const url = SCRIPTS[vendor](siteKey);
	const known = loaded.get(url);
	if (known) return known;
	const loading = new Promise<void>((done, fail) => {
		const script = document.createElement('script');
		script.src = url;
		script.async = true;
		script.onload = () => done();
		script.onerror = () => fail(new Error('The captcha could not be loaded'));
		document.head.append(script);
	});
	loaded.set(url, loading);
	return loading;
};

/** The token of a captcha without anything to see, asked now; undefined where its script is not there. */
export const askRecaptcha = async (siteKey: string, action: string): Promise<string | undefined> => {
	await loadCaptcha('recaptcha', siteKey).catch(() => {});
	const { grecaptcha } = captchaGlobal();
	if (!grecaptcha) return undefined;
	await new Promise<void>((ready) => grecaptcha.ready(ready));
	return grecaptcha.execute(siteKey, { action });
};
