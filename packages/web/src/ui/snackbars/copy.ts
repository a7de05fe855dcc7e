import { copyWords as words } from './copy-words.ts';
import { snack } from './snack.ts';

/** Copies a text to the clipboard and confirms this in a snackbar with `title`. Shows `failureText` if the browser can't copy, for example without https. */
export function copyText(title: string, text: string, failureText: string = words.notCopied): void {
	const writing = (navigator.clipboard as Clipboard | undefined)?.writeText(text) ?? Promise.reject();
	writing.then(
		() => snack.info(title, words.copied),
		() => snack.warning(title, failureText),
	);
}
