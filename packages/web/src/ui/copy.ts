import { copyWords as words } from './copy-words.ts';
import { snack } from './snack.ts';

/** Takes a text to the clipboard and says so under the title. `otherwise`: what is said where the browser does not, as it does on a page without https. */
export const copy = (title: string, text: string, otherwise: string = words.notCopied): void => {
	const written = (navigator.clipboard as Clipboard | undefined)?.writeText(text) ?? Promise.reject();
	written.then(
		() => snack.info(title, words.copied),
		() => snack.warning(title, otherwise),
	);
};
