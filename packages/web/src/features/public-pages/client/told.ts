/** The place where something is told, and what the server has drawn for it. */
const placeOf = (what: 'report' | 'failure'): HTMLElement | null => document.querySelector(`[data-told="${what}"]`);

/** Says something at its place, in the place of what was said there before; `heard` is called when its button is pressed. */
export const tell = (what: 'report' | 'failure', text: string, heard?: () => void): void => {
	const place = placeOf(what);
	const template = place?.querySelector('template');
	if (!place || !template) return;
	const drawn = template.content.cloneNode(true) as DocumentFragment;
	const words = drawn.querySelector('[data-text]');
	if (words) words.textContent = text;
	drawn.querySelector('button')?.addEventListener('click', () => heard?.());
	place.replaceChildren(template, drawn);
};

export const takeBack = (what: 'report' | 'failure'): void => {
	const template = placeOf(what)?.querySelector('template');
	if (template) template.parentElement?.replaceChildren(template);
};

/** What is told where the page could not be read anew; empty on pages that do not tell it. */
export const failureWords = (): string => placeOf('failure')?.dataset['failed'] ?? '';
