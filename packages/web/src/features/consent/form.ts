import { firstError, type Rule } from '@sw/domain/access/form-rules';
import { ApiError, apiError } from '../../lib/api/api-error.ts';
import { fetchTransport } from '../../lib/api/transport.ts';
import { faultWords } from '../../lib/fault-words.ts';
import { addStyles, createCloseButton, createElement, createUniqueId } from './elements.ts';
import { consentWords } from './words.ts';

export interface FormField {
	readonly box: HTMLElement;
	readonly input: HTMLInputElement | HTMLTextAreaElement;
	readonly getError: () => string | null;
	/** Shows an error; null clears it. */
	readonly showError: (error: string | null) => void;
}

/** Creates a labelled field. An error appears when the reader leaves the field; later changes update or remove the error. */
export function createFormField(name: string, label: string, rules: readonly Rule[], options: Record<string, string> = {}): FormField {
	const [id, messageId] = [createUniqueId(), createUniqueId()];
	const { rows, ...attributes } = options;
	const sharedAttributes = { id, name, 'aria-describedby': messageId, ...attributes };
	const input = rows
		? createElement('textarea', { ...sharedAttributes, rows })
		: createElement('input', { type: 'text', autocomplete: 'off', ...sharedAttributes });
	const message = createElement('p', { id: messageId, class: 'site-fault' });
	const getError = (): string | null => firstError(input.value, rules);
	const updateError = (text: string | null): void => {
		message.textContent = text ?? '';
		input.setAttribute('aria-invalid', String(text !== null));
	};
	input.addEventListener('blur', () => {
		if (input.value !== '') updateError(getError());
	});
	input.addEventListener('input', () => {
		if (input.getAttribute('aria-invalid') === 'true') updateError(getError());
	});
	return {
		box: createElement('div', { class: 'site-field' }, createElement('label', { for: id }, label), input, message),
		input,
		getError,
		showError: updateError,
	};
}

/** Posts a body as JSON. Rejects with ApiError for a status of 400 or above. */
export async function post(url: string, body: object, headers: Record<string, string | undefined> = {}): Promise<void> {
	const response = await fetchTransport({ method: 'POST', url, body, headers });
	if (response.status >= 400) throw apiError(response);
}

interface FormOptions<F extends string> {
	readonly fields: Readonly<Record<F, FormField>>;
	readonly sendLabel: string;
	/** Additional content between the fields and the button. */
	readonly extra?: readonly Node[];
	/** Whether the button is disabled until every field is valid. Default: false. */
	readonly disableUntilValid?: boolean;
	readonly send: (values: Readonly<Record<F, string>>) => Promise<void>;
	/** Returns a custom text for an error. Default: the text of the response. */
	readonly errorText?: (error: ApiError) => string | undefined;
}

/** Creates a form that sends one request at a time. An error appears at the fields that the response names, otherwise above the button. */
export function createForm<F extends string>({
	fields,
	sendLabel,
	extra = [],
	disableUntilValid = false,
	send,
	errorText,
}: FormOptions<F>): HTMLFormElement {
	const allFields = Object.values<FormField>(fields);
	const failure = createElement('p', { class: 'site-failure', role: 'alert' });
	const submit = createElement('button', { type: 'submit', class: 'site-button site-main' }, sendLabel);
	const form = createElement('form', { novalidate: '' }, ...allFields.map(({ box }) => box), ...extra, failure, submit);
	let busy = false;
	const updateSubmit = (): void => {
		submit.disabled = disableUntilValid && allFields.some(({ getError }) => getError() !== null);
	};
	const showErrors = (error: unknown): void => {
		const fieldErrors = error instanceof ApiError ? (error.problem?.errors ?? []) : [];
		const invalidFields = fieldErrors.flatMap(({ field, message }) => {
			const formField = (fields as Partial<Record<string, FormField>>)[field];
			formField?.showError(faultWords({ status: (error as ApiError).status, message }));
			return formField ? [formField] : [];
		});
		invalidFields[0]?.input.focus();
		if (invalidFields.length > 0) return;
		const customText = error instanceof ApiError ? errorText?.(error) : undefined;
		const text = customText ?? (error instanceof ApiError ? faultWords(error) : error instanceof Error ? error.message : '');
		failure.textContent = text === '' ? consentWords.failed : text;
	};
	form.addEventListener('input', updateSubmit);
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		failure.textContent = '';
		for (const field of allFields) field.showError(field.getError());
		const firstInvalid = allFields.find(({ getError }) => getError() !== null);
		firstInvalid?.input.focus();
		if (busy || firstInvalid) return;
		busy = true;
		submit.setAttribute('aria-disabled', 'true');
		const values = Object.fromEntries(allFields.map(({ input }) => [input.name, input.value])) as Record<F, string>;
		send(values)
			.catch(showErrors)
			.finally(() => {
				busy = false;
				submit.removeAttribute('aria-disabled');
			});
	});
	updateSubmit();
	return form;
}

interface SiteDialog {
	/** Replaces the heading and the content, and opens the dialog if it is closed. */
	readonly show: (title: string, ...body: Node[]) => void;
	readonly close: () => void;
}

/** Creates a modal dialog. The browser traps the focus, closes the dialog on Escape and restores the focus. */
export function createDialog(onClosed: () => void = () => {}): SiteDialog {
	addStyles();
	const id = createUniqueId();
	const dialog = createElement('dialog', { class: 'site-dialog', 'aria-labelledby': id });
	const close = (): void => dialog.close();
	dialog.addEventListener('close', () => {
		dialog.remove();
		onClosed();
	});
	document.body.append(dialog);
	return {
		close,
		show: (title, ...body) => {
			const heading = createElement('h2', { id, tabindex: '-1' }, title);
			dialog.replaceChildren(heading, ...body, createCloseButton(consentWords.close, close));
			if (!dialog.open) dialog.showModal();
			(dialog.querySelector<HTMLElement>('input') ?? heading).focus();
		},
	};
}
