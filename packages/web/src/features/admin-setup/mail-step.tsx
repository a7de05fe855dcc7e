import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { Field } from '../../ui/forms/field.tsx';
import { FormBox } from '../../ui/forms/form-box.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import panel from '../../ui/panel.module.css';
import type { MailTrial, Setup } from './queries.ts';
import css from './setup.module.css';
import { setupWords as words } from './words.ts';

const NO_RULES = { url: [], from: [] };

/** Enter a mail server and test it with one mail. */
export function useMailForm() {
	const { api } = useRouteContext({ from: '__root__' });
	const [trial, notify] = useState<MailTrial>();
	const form = useForm(NO_RULES, { url: '', from: '' }, async (body) => {
		notify(undefined);
		notify(await api.operations.tryMail({ body }));
	});
	return { form, trial };
}

export function MailStep({ mail: { form, trial }, setup }: { mail: ReturnType<typeof useMailForm>; setup: Setup }) {
	return (
		<section className={panel['panel']} aria-label={words.mail}>
			<h2 className={panel['title']}>{words.mail}</h2>
			<div className={css['step']}>
				<p className={css['note']}>{words.mailNow(setup.mails)}</p>
				<FormBox form={form} submit={words.send}>
					<Field form={form} name="url" label={words.url} type="password" hint={words.urlHint} />
					<Field form={form} name="from" label={words.from} hint={words.fromHint} />
					<p className={css['note']}>{words.mailWill(setup.email)}</p>
				</FormBox>
				<p role="status" className={trial && !trial.sent ? css['fault'] : undefined}>
					{trial?.line}
				</p>
			</div>
		</section>
	);
}
