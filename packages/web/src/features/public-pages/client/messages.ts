/** Shows each text at its place, replacing the previous one; `heard` is called when its button is pressed. */
export function showMessage(kind: 'report' | 'failure', texts: readonly string[], received?: () => void): void {
	const place = placeOf(kind);
	const template = place?.querySelector('template');
	if (!place || !template) return;
	const drawn = texts.map((text) => {
		const one = template.content.cloneNode(true) as DocumentFragment;
		const words = one.querySelector('[data-text]');
		if (words) words.textContent = text;
		one.querySelector('button')?.addEventListener('click', () => received?.());
		return one;
	});
	place.replaceChildren(template, ...drawn);
}

/** The place of a message, with the server's template for it. */
function placeOf(kind: 'report' | 'failure'): HTMLElement | null {
	return document.querySelector(`[data-message="${kind}"]`);
}

export function hideMessage(kind: 'report' | 'failure'): void {
	const template = placeOf(kind)?.querySelector('template');
	if (template) template.parentElement?.replaceChildren(template);
}

/** The message for a failed refresh of the page; empty on pages that don't show one. */
export function failureWords(): readonly string[] {
	return (placeOf('failure')?.dataset['failed'] ?? '').split('\n').filter((words) => words !== '');
}
