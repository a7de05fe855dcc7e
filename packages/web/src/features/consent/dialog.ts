import { closeButton, element, setAttributes, uniqueId } from './elements.ts';
import { consentWords } from './words.ts';

export interface OpenDialog {
	/** Replaces its content and heading. */
	readonly show: (title: string, ...body: Node[]) => void;
	readonly close: () => void;
}

/** A modal dialog over any page: the browser traps the focus, closes it on Escape and restores the focus. */
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
