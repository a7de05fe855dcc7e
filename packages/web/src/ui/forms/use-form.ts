import { firstFault, type Rule } from '@sw/domain/access/form-rules';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { words } from '../words.ts';

type Rules<K extends string> = Readonly<Record<K, readonly Rule[]>>;

export interface Form<K extends string> {
	values: Readonly<Record<K, string>>;
	/** What is wrong with a field; shown once the field was left or the form was sent. */
	faults: Readonly<Partial<Record<K, string>>>;
	/** What is wrong with the whole; null when nothing. */
	failure: string | null;
	busy: boolean;
	set(field: K, value: string): void;
	/** The field was left. */
	leave(field: K): void;
	onSubmit(event: FormEvent<HTMLFormElement>): void;
	/** Back to the beginning, with these values. */
	reset(values: Readonly<Record<K, string>>): void;
}

const messageOf = (error: unknown): string => (error instanceof Error && error.message ? error.message : words.failed);

/**
 * A form whose fields have rules. `send` gets the values when all rules hold; what it throws is shown at the field that the answer names,
 * or above the button. The names of the fields are those of the call's body.
 */
export const useForm = <K extends string>(
	rules: Rules<K>,
	initial: Readonly<Record<K, string>>,
	send: (values: Readonly<Record<K, string>>) => Promise<void>,
): Form<K> => {
	const fields = Object.keys(rules) as K[];
	const [values, setValues] = useState(initial);
	const [left, setLeft] = useState<readonly K[]>([]);
	const [refused, setRefused] = useState<Partial<Record<K, string>>>({});
	const [failure, setFailure] = useState<string | null>(null);
	const [busy, setBusy] = useState(false);
	const sending = useRef(false);

	const faultOf = (field: K): string | undefined => firstFault(values[field], rules[field]) ?? undefined;
	const faults: Partial<Record<K, string>> = {};
	for (const field of fields) {
		const fault = refused[field] ?? (left.includes(field) ? faultOf(field) : undefined);
		if (fault !== undefined) faults[field] = fault;
	}

	const focusFirst = (form: HTMLFormElement, faulty: readonly K[]): void => {
		const first = fields.find((field) => faulty.includes(field));
		if (first) (form.elements.namedItem(first) as HTMLElement | null)?.focus();
	};

	const refuse = (form: HTMLFormElement, error: unknown): void => {
		const named = error instanceof ApiError ? (error.problem?.errors ?? []).filter((e) => fields.includes(e.field as K)) : [];
		if (named.length === 0) {
			setFailure(messageOf(error));
			return;
		}
		setRefused(Object.fromEntries(named.map((e) => [e.field, e.message])) as Partial<Record<K, string>>);
		focusFirst(
			form,
			named.map((e) => e.field as K),
		);
	};

	const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const form = event.currentTarget;
		setLeft(fields);
		setFailure(null);
		const faulty = fields.filter((field) => faultOf(field) !== undefined);
		if (faulty.length > 0) {
			focusFirst(form, faulty);
			return;
		}
		if (sending.current) return;
		sending.current = true;
		setBusy(true);
		send(values)
			.catch((error: unknown) => refuse(form, error))
			.finally(() => {
				sending.current = false;
				setBusy(false);
			});
	};

	return {
		values,
		faults,
		failure,
		busy,
		set: (field, value) => {
			setValues((before) => ({ ...before, [field]: value }));
			setRefused((before) => ({ ...before, [field]: undefined }));
		},
		leave: (field) => setLeft((before) => (values[field] === '' || before.includes(field) ? before : [...before, field])),
		onSubmit,
		reset: (next) => {
			setValues(next);
			setLeft([]);
			setRefused({});
			setFailure(null);
		},
	};
};
