import { contactRules } from '@sw/domain/outreach/contact-message';
import { askRecaptcha, captchaGlobal, loadCaptcha } from '../../lib/captcha-script.ts';
import { faultWords } from '../../lib/fault-words.ts';
import { button, element } from './elements.ts';
import { createForm, formField, openDialog, post } from './form.ts';
import { fetchSiteConfig } from './site-config.ts';
import { consentWords } from './words.ts';

const words = consentWords.contact;

/** Opens the form for a message to the operator. `initialSubject`: from the element that opens it. */
export function showContact(about = ''): void {
	const dialog = openDialog();
	const captcha = captchaOf('contact');
	const subject = formField('subject', words.subject, contactRules.subject);
	subject.input.value = about;
	const form = createForm({
		fields: {
			email: formField('email', words.email, contactRules.email, { type: 'email', autocomplete: 'email' }),
			name: formField('name', words.name, contactRules.name, { autocomplete: 'name' }),
			subject,
			message: formField('message', words.message, contactRules.message, { rows: '6' }),
		},
		label: words.send,
		more: [captcha.place],
		send: async (values) => {
			await post('/api/contact-us', values, { captcha: await captcha.token() });
			dialog.show(
				words.thanksTitle,
				element('p', { role: 'status' }, words.thanks),
				element('div', { class: 'site-buttons' }, button(consentWords.close, dialog.close)),
			);
		},
		// Captcha errors belong to no field, so they appear above the button.
		wordsOf: ({ status, problem }) => {
			const fault = problem?.errors.find(({ field }) => field === 'captcha');
			return fault && faultWords({ status, message: fault.message });
		},
	});
	dialog.show(words.title, element('p', {}, words.text), form);
}

/** The form's captcha, if configured. If it can't be loaded, the token is undefined and the server explains its refusal. */
function captchaOf(action: string): { place: HTMLElement; token: () => Promise<string | undefined> } {
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
