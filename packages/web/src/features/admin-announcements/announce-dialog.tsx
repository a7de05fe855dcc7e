import { maxLength, required } from '@sw/domain/access/form-rules';
import { ANNOUNCEMENT_LENGTH, AUDIENCES, type Audience } from '@sw/domain/inbox/announcement';
import { DAY } from '@sw/domain/time/units';
import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type RefObject, useState } from 'react';
import { ADMIN } from '../../entities/administration/admin-query.ts';
import { etMidnight } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import css from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import field from '../../ui/form.module.css';
import { Labelled } from '../../ui/forms/labelled.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { primaryClass } from '../../ui/primary.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { words as common } from '../../ui/words.ts';
import { announcementWords as words } from './words.ts';

const RULES = {
	subject: [required(), maxLength(ANNOUNCEMENT_LENGTH.subject)],
	text: [required(), maxLength(ANNOUNCEMENT_LENGTH.text)],
	ends: [required(words.needEnd)],
};
const EMPTY = { subject: '', text: '', ends: '' };

/** The instant after the last day on which it is shown. */
export function endAfter(date: string): string {
	return new Date(Date.parse(etMidnight(date)) + DAY).toISOString().replace('.000Z', 'Z');
}

/** Writes an announcement to many users. */
export function AnnounceDialog({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const [audience, setAudience] = useState<Audience>('everybody');
	const form = useForm(RULES, EMPTY, async ({ subject, text, ends }) => {
		await api.inbox.announce({ body: { subject, text, audience, ends: endAfter(ends) } });
		await queryClient.invalidateQueries({ queryKey: ADMIN });
		dialog.current?.close();
		snack.info(words.sent, words.sentDetail(words.audiences[audience], ends));
		form.reset(EMPTY);
	});
	return (
		<Dialog dialog={dialog} title={words.make} size="wide">
			<form method="dialog" onSubmit={form.onSubmit} noValidate>
				<p>{words.note}</p>
				<Labelled label={words.subject} fault={form.faults.subject}>
					{(described) => (
						<input
							{...described}
							name="subject"
							className={field['input']}
							value={form.values.subject}
							maxLength={ANNOUNCEMENT_LENGTH.subject}
							onChange={(event) => form.set('subject', event.currentTarget.value)}
						/>
					)}
				</Labelled>
				<Labelled label={words.text} hint={words.textHint} fault={form.faults.text}>
					{(described) => (
						<textarea
							{...described}
							name="text"
							rows={6}
							className={field['input']}
							value={form.values.text}
							maxLength={ANNOUNCEMENT_LENGTH.text}
							onChange={(event) => form.set('text', event.currentTarget.value)}
						/>
					)}
				</Labelled>
				<Labelled label={words.audience}>
					{(described) => (
						<select
							{...described}
							className={field['input']}
							value={audience}
							onChange={(event) => setAudience(AUDIENCES.find((one) => one === event.currentTarget.value) ?? 'everybody')}
						>
							{AUDIENCES.map((one) => (
								<option key={one} value={one}>
									{words.audiences[one]}
								</option>
							))}
						</select>
					)}
				</Labelled>
				<Labelled label={words.ends} hint={words.endsHint} fault={form.faults.ends}>
					{(described) => (
						<input
							{...described}
							name="ends"
							type="date"
							className={field['input']}
							value={form.values.ends}
							onChange={(event) => form.set('ends', event.currentTarget.value)}
						/>
					)}
				</Labelled>
				<p className={css['failure']} role="alert">
					{form.failure}
				</p>
				<div className={css['actions']}>
					<button type="button" className={buttonClass} onClick={() => dialog.current?.close()}>
						{common.cancel}
					</button>
					<button type="submit" className={primaryClass} disabled={form.busy}>
						{words.send}
					</button>
				</div>
			</form>
		</Dialog>
	);
}
