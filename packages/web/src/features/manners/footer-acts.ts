const ACTS = { contact: 'Contact', cookies: 'Cookies' } as const;

/** Gives the footer of the application what only this script can open, unless it has it: so the application's own scripts need not carry it. */
export const hangActs = (): void => {
	const footer = document.querySelector('body > footer');
	if (!footer || footer.querySelector('[data-act="contact"]')) return;
	const buttons = Object.entries(ACTS).map(([act, label]) => {
		const button = document.createElement('button');
		button.type = 'button';
		button.dataset['act'] = act;
		button.textContent = label;
		return button;
	});
	const last = footer.lastElementChild;
	if (last) last.before(...buttons);
	else footer.append(...buttons);
};
