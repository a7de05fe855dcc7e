import { INFORMATION_PAGES } from '@sw/domain/outreach/information';
import { consentWords } from './words.ts';

const { links, acts } = consentWords.footer;

/**
 * Adds the links of text pages and of features in this script to the application's footer, unless present, so that the application's own scripts
 * don't need them.
 */
export function addFooterActions(): void {
	const footer = document.querySelector('body > footer');
	if (!footer || footer.querySelector('[data-act="contact"]')) return;
	const pages = INFORMATION_PAGES.map(({ path }) => {
		const link = document.createElement('a');
		link.href = path;
		link.textContent = links[path];
		return link;
	});
	const buttons = Object.entries(acts).map(([act, label]) => {
		const button = document.createElement('button');
		button.type = 'button';
		button.dataset['act'] = act;
		button.textContent = label;
		return button;
	});
	const last = footer.lastElementChild;
	if (last) last.before(...pages, ...buttons);
	else footer.append(...pages, ...buttons);
}
