import { waitListEmailRules } from '@sw/domain/outreach/wait-list';
import { type Invitation, withoutInvitation } from './consent-rules.ts';
import { button, element } from './elements.ts';
import { createForm, formField, openDialog, post } from './form.ts';
import { consentWords } from './words.ts';

const words = consentWords.waitList;

/** Shows the wait-list form for the invitation's source, or reports an unknown invitation. */
export function showWaitList(invitation: Invitation): void {
	const dialog = openDialog(leaveAddress);
	const farewell = (): HTMLElement => element('div', { class: 'site-buttons' }, button(consentWords.close, dialog.close));
	if ('unknown' in invitation) {
		dialog.show(words.unknownTitle, element('p', {}, words.unknown(invitation.unknown)), farewell());
		return;
	}
	const { source } = invitation;
	const email = formField('email', words.email, waitListEmailRules, { type: 'email', autocomplete: 'email' });
	const form = createForm({
		fields: { email },
		label: words.send,
		onlySound: true,
		send: async (values) => {
			await post('/api/wait-list', { ...values, source });
			dialog.show(words.thanksTitle, element('p', { role: 'status' }, words.thanks), farewell());
		},
		wordsOf: ({ status }) => (status === 409 ? words.twice : undefined),
	});
	dialog.show(words.title, element('p', {}, words.text), form);
}

/** The invitation stays in the address until its dialog is closed. */
function leaveAddress(): void {
	history.replaceState(history.state, '', withoutInvitation(location));
}
