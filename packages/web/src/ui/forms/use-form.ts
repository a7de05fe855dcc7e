import { firstFault, type Rule } from '@sw/domain/access/form-rules';
import { type FormEvent, useState } from 'react';
import { useSubmit } from '../use-submit.ts';

type Rules<K extends string> = Readonly<Record<K, readonly Rule[]>>;

export interface Form<K extends string> {
	values: Readonly<Record<K, string>>;
	/** A field's error; shown once the field was left or the form submitted. */
	faults: Readonly<Partial<Record<K, string>>>;
	/** The form's error; null if none. */
	failure: string | null;
	busy: boolean;
	set(field: K, value: string): void;
	/** Call when the field is left. */
	leave(field: K): void;
	onSubmit(event: FormEvent<HTMLFormElement>): void;
	/** Resets the form to these values. */
	reset(values: Readonly<Record<K, string>>): void;
}

/**
 * A form whose fields have rules. `send` gets the values when all rules hold; its error is shown at the field that the answer names, or above the
 * button. Field names are those of the call's body.
 */
export function useForm<K extends string>(
	rules: Rules<K>,
	initial: Readonly<Record<K, string>>,
	send: (values: Readonly<Record<K, string>>) => Promise<void>,
): Form<K> {
	const fields = Object.keys(rules) as K[];
	const [values, setValues] = useState(initial);
	const [left, setLeft] = useState<readonly K[]>([]);
	const { send: begin, busy, failure, refusals, change, reset } = useSubmit(fields);

	const faultOf = (field: K): string | undefined => firstFault(values[field], rules[field]) ?? undefined;
	const faults: Partial<Record<K, string>> = {};
	for (const field of fields) {
		const fault = refusals[field] ?? (left.includes(field) ? faultOf(field) : undefined);
		if (fault !== undefined) faults[field] = fault;
	}

	const focusFirst = (form: HTMLFormElement, faulty: readonly K[]): void => {
		const first = fields.find((field) => faulty.includes(field));
		if (!first) return;
		const found = form.elements.namedItem(first);
		// Checkboxes of one name are returned as a list.
		((found instanceof RadioNodeList ? found[0] : found) as HTMLElement | null)?.focus();
	};

	const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const form = event.currentTarget;
		setLeft(fields);
		reset();
		const faulty = fields.filter((field) => faultOf(field) !== undefined);
		if (faulty.length > 0) {
			focusFirst(form, faulty);
			return;
		}
		begin(
			() => send(values),
			(refused) => focusFirst(form, refused),
		);
	};

	return {
		values,
		faults,
		failure,
		busy,
		set: (field, value) => {
			setValues((before) => ({ ...before, [field]: value }));
			change(field);
		},
		leave: (field) => setLeft((before) => (values[field] === '' || before.includes(field) ? before : [...before, field])),
		onSubmit,
		reset: (next) => {
			setValues(next);
			setLeft([]);
			reset();
		},
	};
}
