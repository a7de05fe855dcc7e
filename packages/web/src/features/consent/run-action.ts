import { consentWords } from './words.ts';

/** By the name in an element's `data-act`. */
export type Actions = Readonly<Partial<Record<string, (asked: HTMLElement) => Promise<void>>>>;

/** Runs the action that an element asks for. A failed load is reported next to the element until the next attempt. */
export async function runAction(acts: Actions, asked: HTMLElement): Promise<void> {
	const beside = asked.nextElementSibling;
	if (beside?.matches('[data-act-failed]')) beside.remove();
	try {
		await acts[asked.dataset['act'] ?? '']?.(asked);
	} catch {
		const reported = document.createElement('span');
		reported.setAttribute('role', 'alert');
		reported.dataset['actFailed'] = '';
		reported.textContent = consentWords.failed;
		asked.after(reported);
	}
}
