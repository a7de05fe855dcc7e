import { firstFault, type Rule } from '@sw/domain/access/form-rules';
import { ApiError, apiError } from '../../lib/api/api-error.ts';
import { fetchTransport } from '../../lib/api/transport.ts';
import { faultWords } from '../../lib/fault-words.ts';
import { closeButton, element, setAttributes, uniqueId } from './elements.ts';
import { consentWords } from './words.ts';

export interface FormField {
	readonly box: HTMLElement;
	readonly input: HTMLInputElement | HTMLTextAreaElement;
	readonly fault: () => string | null;
	/** Shows an error; null clears it. */
	readonly notify: (fault: string | null) => void;
}

/** Creates a labelled field. An error appears when the reader leaves the field, and is then updated on every change. */
export function formField(name: string, label: string, rules: readonly Rule[], options: Record<string, string> = {}): FormField {
	const [id, reported] = [uniqueId(), uniqueId()];
	const { rows, ...attributes } = options;
	const shared = { id, name, 'aria-describedby': reported, ...attributes };
	const input = rows ? element('textarea', { ...shared, rows }) : element('input', { type: 'text', autocomplete: 'off', ...shared });
	const message = element('p', { id: reported, class: 'site-fault' });
	const fault = (): string | null => firstFault(input.value, rules);
	const notify = (text: string | null): void => {
		message.textContent = text ?? '';
		input.setAttribute('aria-invalid', String(text !== null));
	};
	input.addEventListener('blur', () => {
		if (input.value !== '') notify(fault());
	});
	input.addEventListener('input', () => {
		if (input.getAttribute('aria-invalid') === 'true') notify(fault());
	});
	return { box: element('div', { class: 'site-field' }, element('label', { for: id }, label), input, message), input, fault, notify };
}

/** Posts a body as JSON. Rejects with ApiError for a status of 400 or above. */
export async function post(url: string, body: object, headers: Record<string, string | undefined> = {}): Promise<void> {
	const answer = await fetchTransport({ method: 'POST', url, body, headers });
	if (answer.status >= 400) throw apiError(answer);
}

interface Sent<F extends string> {
	readonly fields: Readonly<Record<F, FormField>>;
	readonly label: string;
	/** Content between the fields and the button. */
	readonly more?: readonly Node[];
	/** Whether the button is disabled until every field is valid. Default: false. */
	readonly onlySound?: boolean;
	readonly send: (values: Readonly<Record<F, string>>) => Promise<void>;
	/** Custom text for an error. Default: the answer's own. */
	readonly wordsOf?: (error: ApiError) => string | undefined;
}

/** Creates a form that sends one request at a time. Errors appear at the fields named in the answer, or above the button. */
export function createForm<F extends string>({ fields, label, more = [], onlySound = false, send, wordsOf }: Sent<F>): HTMLFormElement {
	const all = Object.values<FormField>(fields);
	const failure = element('p', { class: 'site-failure', role: 'alert' });
	const submit = element('button', { type: 'submit', class: 'site-button site-main' }, label);
	const form = element('form', { novalidate: '' }, ...all.map(({ box }) => box), ...more, failure, submit);
	let busy = false;
	const weigh = (): void => {
		submit.disabled = onlySound && all.some(({ fault }) => fault() !== null);
	};
	const refuse = (error: unknown): void => {
		const named = error instanceof ApiError ? (error.problem?.errors ?? []) : [];
		const refused = named.flatMap(({ field, message }) => {
			const one = (fields as Partial<Record<string, FormField>>)[field];
			one?.notify(faultWords({ status: (error as ApiError).status, message }));
			return one ? [one] : [];
		});
		refused[0]?.input.focus();
		if (refused.length > 0) return;
		const own = error instanceof ApiError ? wordsOf?.(error) : undefined;
		const reported = own ?? (error instanceof ApiError ? faultWords(error) : error instanceof Error ? error.message : '');
		failure.textContent = reported === '' ? consentWords.failed : reported;
	};
	form.addEventListener('input', weigh);
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		failure.textContent = '';
		for (const one of all) one.notify(one.fault());
		const faulty = all.find(({ fault }) => fault() !== null);
		faulty?.input.focus();
		if (busy || faulty) return;
		busy = true;
		submit.setAttribute('aria-disabled', 'true');
		const values = Object.fromEntries(all.map(({ input }) => [input.name, input.value])) as Record<F, string>;
		send(values)
			.catch(refuse)
			.finally(() => {
				busy = false;
				submit.removeAttribute('aria-disabled');
			});
	});
	weigh();
	return form;
}

interface OpenDialog {
	/** Replaces the heading and the content, and opens the dialog if it is closed. */
	readonly show: (title: string, ...body: Node[]) => void;
	readonly close: () => void;
}

/** Creates a modal dialog. The browser traps the focus, closes the dialog on Escape and restores the focus. */
export function openDialog(closed: () => void = () => {}): OpenDialog {
	setAttributes();
	const id = uniqueId();
	const dialog = element('dialog', { class: 'site-dialog', 'aria-labelledby': id });
	const close = (): void => dialog.close();
	dialog.addEventListener('close', () => {
		dialog.remove();
		closed();
	});
	document.body.append(dialog);
	return {
		close,
		show: (title, ...body) => {
			const heading = element('h2', { id, tabindex: '-1' }, title);
			dialog.replaceChildren(heading, ...body, closeButton(consentWords.close, close));
			if (!dialog.open) dialog.showModal();
			(dialog.querySelector<HTMLElement>('input') ?? heading).focus();
		},
	};
}
