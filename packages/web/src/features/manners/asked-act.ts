import { mannersWords } from './words.ts';

/** By the name in an element's `data-act`. */
export type Acts = Readonly<Partial<Record<string, (asked: HTMLElement) => Promise<void>>>>;

/** Runs the action that an element asks for. A failed load is reported next to the element until the next attempt. */
export const doAsked = async (acts: Acts, asked: HTMLElement): Promise<void> => {
	const beside = asked.nextElementSibling;
	if (beside?.matches('[data-act-failed]')) beside.remove();
	try {
		await acts[asked.dataset['act'] ?? '']?.(asked);
	} catch {
		const told = document.createElement('span');
		told.setAttribute('role', 'alert');
		told.dataset['actFailed'] = '';
		told.textContent = mannersWords.failed;
		asked.after(told);
	}
};
