import { waitListEmailRules } from '@sw/domain/outreach/wait-list';
import { type Invitation, stripInvitation } from './consent-rules.ts';
import { createButton, createElement } from './elements.ts';
import { createDialog, createForm, createFormField, post } from './form.ts';
import { consentWords } from './words.ts';

const words = consentWords.waitList;

/** Shows the wait-list form for the invitation's source, or a message if the invitation is unknown. */
export function showWaitList(invitation: Invitation): void {
	const dialog = createDialog(removeInvitation);
	const createCloseRow = (): HTMLElement => createElement('div', { class: 'site-buttons' }, createButton(consentWords.close, dialog.close));
	if ('unknown' in invitation) {
		dialog.show(words.unknownTitle, createElement('p', {}, words.unknown(invitation.unknown)), createCloseRow());
		return;
	}
	const { source } = invitation;
	const email = createFormField('email', words.email, waitListEmailRules, { type: 'email', autocomplete: 'email' });
	const form = createForm({
		fields: { email },
		sendLabel: words.send,
		disableUntilValid: true,
		send: async (values) => {
			await post('/api/wait-list', { ...values, source });
			dialog.show(words.thanksTitle, createElement('p', { role: 'status' }, words.thanks), createCloseRow());
		},
		errorText: ({ status }) => (status === 409 ? words.alreadyListed : undefined),
	});
	dialog.show(words.title, createElement('p', {}, words.text), form);
}

/** Removes the invitation from the URL. Called when the dialog is closed. */
function removeInvitation(): void {
	history.replaceState(history.state, '', stripInvitation(location));
}
