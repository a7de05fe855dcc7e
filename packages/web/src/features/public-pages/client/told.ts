/** The place where something is told, and what the server has drawn for it. */
const placeOf = (what: 'report' | 'failure'): HTMLElement | null => document.querySelector(`[data-told="${what}"]`);

/** Says something at its place, each text by itself, in the place of what was said there before; `heard` is called when its button is pressed. */
export const tell = (what: 'report' | 'failure', texts: readonly string[], heard?: () => void): void => {
	const place = placeOf(what);
	const template = place?.querySelector('template');
	if (!place || !template) return;
	const drawn = texts.map((text) => {
		const one = template.content.cloneNode(true) as DocumentFragment;
		const words = one.querySelector('[data-text]');
		if (words) words.textContent = text;
		one.querySelector('button')?.addEventListener('click', () => heard?.());
		return one;
	});
	place.replaceChildren(template, ...drawn);
};

export const takeBack = (what: 'report' | 'failure'): void => {
	const template = placeOf(what)?.querySelector('template');
	if (template) template.parentElement?.replaceChildren(template);
};

/** What is told where the page could not be read anew; empty on pages that do not tell it. */
export const failureWords = (): readonly string[] =>
	(placeOf('failure')?.dataset['failed'] ?? '').split('\n').filter((words) => words !== '');
