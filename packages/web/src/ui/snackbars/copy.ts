import { copyWords as words } from './copy-words.ts';
import { snack } from './snack.ts';

/**
 * Copies a text to the clipboard and confirms it in a snackbar with this title. `failureText` is shown if the browser can't copy, as on a page without
 * https.
 */
export function copyText(title: string, text: string, failureText: string = words.notCopied): void {
	const written = (navigator.clipboard as Clipboard | undefined)?.writeText(text) ?? Promise.reject();
	written.then(
		() => snack.info(title, words.copied),
		() => snack.warning(title, failureText),
	);
}
