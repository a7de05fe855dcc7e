import { contactRules } from '@sw/domain/outreach/contact-message';
import { getCaptchaGlobals, loadCaptcha, requestRecaptchaToken } from '../../lib/captcha-script.ts';
import { faultWords } from '../../lib/fault-words.ts';
import { createButton, createElement } from './elements.ts';
import { createDialog, createForm, createFormField, post } from './form.ts';
import { fetchSiteConfig } from './site-config.ts';
import { consentWords } from './words.ts';

const words = consentWords.contact;

/** Opens the form for a message to the operator. `initialSubject`: the subject named by the button that opens the form. */
export function showContactForm(initialSubject = ''): void {
	const dialog = createDialog();
	const captcha = createCaptcha('contact');
	const subject = createFormField('subject', words.subject, contactRules.subject);
	subject.input.value = initialSubject;
	const form = createForm({
		fields: {
			email: createFormField('email', words.email, contactRules.email, { type: 'email', autocomplete: 'email' }),
			name: createFormField('name', words.name, contactRules.name, { autocomplete: 'name' }),
			subject,
			message: createFormField('message', words.message, contactRules.message, { rows: '6' }),
		},
		sendLabel: words.send,
		extra: [captcha.container],
		send: async (values) => {
			await post('/api/contact-us', values, { captcha: await captcha.token() });
			dialog.show(
				words.thanksTitle,
				createElement('p', { role: 'status' }, words.thanks),
				createElement('div', { class: 'site-buttons' }, createButton(consentWords.close, dialog.close)),
			);
		},
		// A captcha error belongs to none of the fields, so it appears above the button.
		errorText: ({ status, problem }) => {
			const captchaError = problem?.errors.find(({ field }) => field === 'captcha');
			return captchaError && faultWords({ status, message: captchaError.message });
		},
	});
	dialog.show(words.title, createElement('p', {}, words.text), form);
}

/** Creates the box that shows the captcha, if one is configured. If the captcha can't be loaded, the token is undefined and the server explains the refusal. */
function createCaptcha(action: string): { container: HTMLElement; token: () => Promise<string | undefined> } {
	const container = createElement('div', { class: 'site-field' });
	let widgetToken: string | undefined;
	const siteConfig = fetchSiteConfig().catch(() => undefined);
	void siteConfig.then(async (config) => {
		if (!config?.captcha) return;
		await loadCaptcha(config.captcha, config.site_key ?? '').catch(() => {});
		if (config.captcha === 'recaptcha' || !container.isConnected) return;
		getCaptchaGlobals()[config.captcha]?.render(container, {
			sitekey: config.site_key ?? '',
			action,
			callback: (response) => {
				widgetToken = response;
			},
			'expired-callback': () => {
				widgetToken = undefined;
			},
		});
	});
	return {
		container,
		token: async () => {
			const config = await siteConfig;
			return config?.captcha === 'recaptcha' ? requestRecaptchaToken(config.site_key ?? '', action) : widgetToken;
		},
	};
}
