import { askRecaptcha, captchaGlobal, loadCaptcha } from '../../lib/captcha-script.ts';
import { element } from './elements.ts';
import { siteSecret } from './secret.ts';

/** A form's captcha, if configured. If it can't be loaded the response is undefined: the server then refuses and explains why. */
export const captchaOf = (action: string): { place: HTMLElement; token: () => Promise<string | undefined> } => {
	const place = element('div', { class: 'manners-field' });
	let token: string | undefined;
	const secret = siteSecret().catch(() => undefined);
	void secret.then(async (told) => {
		if (!told?.captcha) return;
		await loadCaptcha(told.captcha, told.site_key ?? '').catch(() => {});
		if (told.captcha === 'recaptcha' || !place.isConnected) return;
		captchaGlobal()[told.captcha]?.render(place, {
			sitekey: told.site_key ?? '',
			action,
			callback: (given) => {
				token = given;
			},
			'expired-callback': () => {
				token = undefined;
			},
		});
	});
	return {
		place,
		token: async () => {
			const told = await secret;
			return told?.captcha === 'recaptcha' ? askRecaptcha(told.site_key ?? '', action) : token;
		},
	};
};
