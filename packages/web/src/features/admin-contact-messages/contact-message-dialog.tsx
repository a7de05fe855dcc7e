import { maxLength, required } from '@sw/domain/access/form-rules';
import { LONGEST_REPLY } from '@sw/domain/outreach/contact-message';
import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useRef } from 'react';
import { ADMIN } from '../../entities/administration/admin-query.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import css from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import field from '../../ui/form.module.css';
import { Labelled } from '../../ui/forms/labelled.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { words as common } from '../../ui/words.ts';
import type { ContactMessage } from './queries.ts';
import { contactMessageWords as words } from './words.ts';

const RULES = { text: [required(), maxLength(LONGEST_REPLY)] };

/** The text of one contact message, and its reply. Opens itself. */
export function ContactMessageDialog({
	message: { id, email, name, subject, message, time },
	close,
}: {
	message: ContactMessage;
	close: () => void;
}) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const dialog = useRef<HTMLDialogElement>(null);
	const form = useForm(RULES, { text: '' }, async (body) => {
		await api.outreach.answerContactLetter({ params: { id }, body });
		await queryClient.invalidateQueries({ queryKey: ADMIN });
		dialog.current?.close();
		snack.info(words.title, words.answered(email));
	});
	return (
		<Dialog dialog={dialog} title={subject || words.noSubject} size="wide" opensItself onClose={close}>
			<p>{words.letterOf(name, email, etDateTime(msOf(time)))}</p>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
			<pre className={css['mail']} tabIndex={0}>
				{message}
			</pre>
			<form method="dialog" onSubmit={form.onSubmit} noValidate>
				<Labelled label={words.answer} hint={words.answerHint} fault={form.faults.text}>
					{(described) => (
						<textarea
							{...described}
							name="text"
							rows={6}
							className={field['input']}
							value={form.values.text}
							onChange={(event) => form.set('text', event.currentTarget.value)}
						/>
					)}
				</Labelled>
				<p className={field['fault']} role="alert">
					{form.failure}
				</p>
				<div className={css['actions']}>
					<button type="submit" className={buttonClass} disabled={form.busy}>
						{words.send}
					</button>
					<button type="button" className={buttonClass} onClick={() => dialog.current?.close()}>
						{common.close}
					</button>
				</div>
			</form>
		</Dialog>
	);
}
