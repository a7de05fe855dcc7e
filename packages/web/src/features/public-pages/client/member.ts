import { wasSignedIn } from '../../../entities/session/stored-user.ts';

/** Gives who is signed in the ways to their own pages, in the place of the way in. */
export const greetMember = (): void => {
	const own = document.querySelectorAll<HTMLTemplateElement>('template[data-members]');
	if (own.length === 0 || !wasSignedIn()) return;
	for (const template of own) template.replaceWith(template.content);
	document.querySelector('[data-stranger]')?.remove();
};
