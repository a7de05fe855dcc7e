import { letterRules } from '@sw/domain/outreach/letter';
import { faultWords } from '../../lib/fault-words.ts';
import { captchaOf } from './captcha.ts';
import { openDialog } from './dialog.ts';
import { button, element } from './elements.ts';
import { formField, mannersForm, post } from './form.ts';
import { mannersWords } from './words.ts';

const words = mannersWords.contact;

/** A contact message to the operator, with a subject if the opening element has one. */
export const showContact = (about = ''): void => {
	const dialog = openDialog();
	const captcha = captchaOf('contact');
	const subject = formField('subject', words.subject, letterRules.subject);
	subject.input.value = about;
	const form = mannersForm({
		fields: {
			email: formField('email', words.email, letterRules.email, { type: 'email', autocomplete: 'email' }),
			name: formField('name', words.name, letterRules.name, { autocomplete: 'name' }),
			subject,
			message: formField('message', words.message, letterRules.message, { rows: '6' }),
		},
		label: words.send,
		more: [captcha.place],
		send: async (values) => {
			await post('/api/contact-us', values, { captcha: await captcha.token() });
			dialog.show(
				words.thanksTitle,
				element('p', { role: 'status' }, words.thanks),
				element('div', { class: 'manners-buttons' }, button(mannersWords.close, dialog.close)),
			);
		},
		// A message about the captcha belongs to no field.
		wordsOf: ({ status, problem }) => {
			const fault = problem?.errors.find(({ field }) => field === 'captcha');
			return fault && faultWords({ status, message: fault.message });
		},
	});
	dialog.show(words.title, element('p', {}, words.text), form);
};
