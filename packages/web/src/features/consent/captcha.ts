import { askRecaptcha, captchaGlobal, loadCaptcha } from '../../lib/captcha-script.ts';
import { element } from './elements.ts';
import { fetchSiteConfig } from './site-config.ts';

/** A form's captcha, if configured. If it can't be loaded the response is undefined: the server then refuses and explains why. */
export function captchaOf(action: string): { place: HTMLElement; token: () => Promise<string | undefined> } {
	const place = element('div', { class: 'site-field' });
	let token: string | undefined;
	const secret = fetchSiteConfig().catch(() => undefined);
	void secret.then(async (reported) => {
		if (!reported?.captcha) return;
		await loadCaptcha(reported.captcha, reported.site_key ?? '').catch(() => {});
		if (reported.captcha === 'recaptcha' || !place.isConnected) return;
		captchaGlobal()[reported.captcha]?.render(place, {
			sitekey: reported.site_key ?? '',
			action,
			callback: (response) => {
				token = response;
			},
			'expired-callback': () => {
				token = undefined;
			},
		});
	});
	return {
		place,
		token: async () => {
			const reported = await secret;
			return reported?.captcha === 'recaptcha' ? askRecaptcha(reported.site_key ?? '', action) : token;
		},
	};
}
