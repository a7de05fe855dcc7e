import { firstError, type Rule } from '@sw/domain/access/form-rules';
import { useHydrated } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { buttonClass } from '../button.ts';
import { useSubmit } from '../use-submit.ts';
import { words as common } from '../words.ts';
import css from './form.module.css';
import { formWords as words } from './words.ts';

interface Props {
	form: Pick<Form<string>, 'onSubmit' | 'failure' | 'busy'>;
	submitLabel: string;
	/** Called by the cancel button. Undefined: there is no cancel button. */
	cancel?: () => void;
	/** Places fields next to each other if there is room. Default: below each other. */
	columns?: boolean;
	children: ReactNode;
}

/** Shows the fields, the form's error, the submit button and an optional cancel button. */
export function FormBox({ form, submitLabel, cancel, columns = false, children }: Props) {
	const hydrated = useHydrated();
	return (
		// Without this method, a browser would use GET before hydration and put the password into the URL.
		<form className={`${css['form']} ${columns ? css['columns'] : ''}`} method="post" onSubmit={form.onSubmit} noValidate>
			<noscript>{words.needsScript}</noscript>
			{children}
			<p className={css['fault']} role="alert">
				{form.failure}
			</p>
			<div className={css['buttons']}>
				<button type="submit" className={`${buttonClass} ${css['submit']}`} disabled={form.busy || !hydrated}>
					{submitLabel}
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

/** A narrow page with a single form. */
export function NarrowPage({ title, children }: { title: string; children: ReactNode }) {
	return (
		<div className={css['narrow']}>
			<h1 className={css['title']}>{title}</h1>
			{children}
		</div>
	);
}

type Rules<K extends string> = Readonly<Record<K, readonly Rule[]>>;

export interface Form<K extends string> {
	values: Readonly<Record<K, string>>;
	/** Errors of fields, each shown after the reader left the field or submitted the form. */
	errors: Readonly<Partial<Record<K, string>>>;
	/** The form's error; null if none. */
	failure: string | null;
	busy: boolean;
	set(field: K, value: string): void;
	/** Must be called when the reader leaves the field. */
	leave(field: K): void;
	onSubmit(event: FormEvent<HTMLFormElement>): void;
	/** Resets the form to these values. */
	reset(values: Readonly<Record<K, string>>): void;
}

/**
 * State of a form whose fields have rules. `send` gets the values if all rules are met. If `send` rejects, the error is shown at the field
 * that the response names, or above the button. Field names are the names in the call's body.
 */
export function useForm<K extends string>(
	rules: Rules<K>,
	initial: Readonly<Record<K, string>>,
	send: (values: Readonly<Record<K, string>>) => Promise<void>,
): Form<K> {
	const fields = Object.keys(rules) as K[];
	const [values, setValues] = useState(initial);
	const [touched, setTouched] = useState<readonly K[]>([]);
	const { send: submit, busy, failure, fieldErrors, clearFieldError, reset } = useSubmit(fields);

	const findError = (field: K): string | undefined => firstError(values[field], rules[field]) ?? undefined;
	const errors: Partial<Record<K, string>> = {};
	for (const field of fields) {
		const error = fieldErrors[field] ?? (touched.includes(field) ? findError(field) : undefined);
		if (error !== undefined) errors[field] = error;
	}

	const focusFirst = (form: HTMLFormElement, invalidFields: readonly K[]): void => {
		const first = fields.find((field) => invalidFields.includes(field));
		if (!first) return;
		const control = form.elements.namedItem(first);
		// Checkboxes with the same name are returned as a list.
		((control instanceof RadioNodeList ? control[0] : control) as HTMLElement | null)?.focus();
	};

	const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const form = event.currentTarget;
		setTouched(fields);
		reset();
		const invalidFields = fields.filter((field) => findError(field) !== undefined);
		if (invalidFields.length > 0) {
			focusFirst(form, invalidFields);
			return;
		}
		submit(
			() => send(values),
			(refusedFields) => focusFirst(form, refusedFields),
		);
	};

	return {
		values,
		errors,
		failure,
		busy,
		set: (field, value) => {
			setValues((previous) => ({ ...previous, [field]: value }));
			clearFieldError(field);
		},
		leave: (field) => setTouched((previous) => (values[field] === '' || previous.includes(field) ? previous : [...previous, field])),
		onSubmit,
		reset: (next) => {
			setValues(next);
			setTouched([]);
			reset();
		},
	};
}
