import { wasSignedIn } from '../../../entities/session/stored-user.ts';

/** For signed-in readers, replaces the sign-in link with links to their own pages. */
export function greetMember(): void {
	const own = document.querySelectorAll<HTMLTemplateElement>('template[data-members]');
	if (own.length === 0 || !wasSignedIn()) return;
	for (const template of own) template.replaceWith(template.content);
	document.querySelector('[data-stranger]')?.remove();
}
