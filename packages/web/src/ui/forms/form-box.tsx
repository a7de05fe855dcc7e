import { useHydrated } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../button.ts';
import css from './form.module.css';
import type { Form } from './use-form.ts';
import { formWords as words } from './words.ts';

interface Props {
	form: Pick<Form<string>, 'onSubmit' | 'failure' | 'busy'>;
	submit: string;
	children: ReactNode;
}

/** Fields, what went wrong with the whole, and the one button. */
export const FormBox = ({ form, submit, children }: Props) => {
	const hydrated = useHydrated();
	return (
		// Until script hears it a browser would send the form itself, and by GET a password would stand in the address.
		<form className={css['form']} method="post" onSubmit={form.onSubmit} noValidate>
			<noscript>{words.needsScript}</noscript>
			{children}
			<p className={css['fault']} role="alert">
				{form.failure}
			</p>
			<button type="submit" className={`${buttonClass} ${css['submit']}`} disabled={form.busy || !hydrated}>
				{submit}
			</button>
		</form>
	);
};

/** A page that is one box in the middle. */
export const NarrowPage = ({ title, children }: { title: string; children: ReactNode }) => (
	<div className={css['narrow']}>
		<h1 className={css['title']}>{title}</h1>
		{children}
	</div>
);
