import { useHydrated } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../button.ts';
import { words as common } from '../words.ts';
import css from './form.module.css';
import type { Form } from './use-form.ts';
import { formWords as words } from './words.ts';

interface Props {
	form: Pick<Form<string>, 'onSubmit' | 'failure' | 'busy'>;
	submit: string;
	/** Leaves without sending: a button next to the submit button. */
	cancel?: () => void;
	/** Fields are beside each other where there is room. Default: below each other. */
	columns?: boolean;
	children: ReactNode;
}

/** Fields, the form's error, the submit button and, optionally, a cancel button. */
export function FormBox({ form, submit, cancel, columns = false, children }: Props) {
	const hydrated = useHydrated();
	return (
		// Before hydration, the browser would submit the form itself, and GET would put the password into the address.
		<form className={`${css['form']} ${columns ? css['columns'] : ''}`} method="post" onSubmit={form.onSubmit} noValidate>
			<noscript>{words.needsScript}</noscript>
			{children}
			<p className={css['fault']} role="alert">
				{form.failure}
			</p>
			<div className={css['buttons']}>
				<button type="submit" className={`${buttonClass} ${css['submit']}`} disabled={form.busy || !hydrated}>
					{submit}
				</button>
				{cancel ? (
					<button type="button" className={buttonClass} onClick={cancel}>
						{common.cancel}
					</button>
				) : null}
			</div>
		</form>
	);
}

/** A page with one centred box. */
export function NarrowPage({ title, children }: { title: string; children: ReactNode }) {
	return (
		<div className={css['narrow']}>
			<h1 className={css['title']}>{title}</h1>
			{children}
		</div>
	);
}
