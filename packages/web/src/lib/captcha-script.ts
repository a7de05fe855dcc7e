/* Captcha vendors' scripts, and the parts of their interfaces that this site uses. */

export type CaptchaVendor = 'turnstile' | 'hcaptcha' | 'recaptcha';

interface WidgetApi {
	/** Returns the ID of the new widget. */
	render(
		container: HTMLElement,
		options: { sitekey: string; action?: string; callback(token: string): void; 'expired-callback'(): void },
	): unknown;
	/** Asks the visitor again. */
	reset(widgetId: unknown): void;
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

/** Returns the globals that vendors' scripts define. */
export function getCaptchaGlobals() {
	return window as unknown as { turnstile?: WidgetApi; hcaptcha?: WidgetApi; grecaptcha?: Grecaptcha };
}

const scriptLoads = new Map<string, Promise<void>>();

/** Loads a vendor's script once. Rejects if it can't be loaded. */
export function loadCaptcha(vendor: CaptchaVendor, siteKey: string): Promise<void> {
	const url = SCRIPTS[vendor](siteKey);
	const existing = scriptLoads.get(url);
	if (existing) return existing;
	const loading = new Promise<void>((resolve, reject) => {
		const script = document.createElement('script');
		script.src = url;
		script.async = true;
		script.onload = () => resolve();
		script.onerror = () => reject(new Error('The captcha could not be loaded'));
		document.head.append(script);
	});
	scriptLoads.set(url, loading);
	return loading;
}

/** Requests a token from the invisible captcha; undefined if its script can't be loaded. */
export async function requestRecaptchaToken(siteKey: string, action: string): Promise<string | undefined> {
	await loadCaptcha('recaptcha', siteKey).catch(() => {});
	const { grecaptcha } = getCaptchaGlobals();
	if (!grecaptcha) return undefined;
	await new Promise<void>((ready) => grecaptcha.ready(ready));
	return grecaptcha.execute(siteKey, { action });
}
