import { localText } from '../../../lib/format/times.ts';

/** Only a browser knows the reader's time zone. */
export function addLocalTimes(root: ParentNode): void {
	for (const time of root.querySelectorAll('time')) time.title = `${localText(Date.parse(time.dateTime))} your time`;
}

/**
 * Replaces changed parts. A part that is `held` stays until the reader accepts the newer report, because replacing it would lose the focus in it.
 * On pages without parts, only the main element is replaced.
 */
export function replaceParts(shown: Element, next: Element, { held, taken = false }: { held: boolean; taken?: boolean }): void {
	const parts = [...shown.querySelectorAll<HTMLElement>('[data-part]')];
	const pairs: [Element | null, Element | null][] =
		parts.length === 0
			? [[shown.querySelector('main'), next.querySelector('main')]]
			: parts.map((part) => [part, next.querySelector(`[data-part="${part.dataset['part']}"]`)]);
	for (const [before, after] of pairs) {
		if (!before || !after || before.innerHTML === after.innerHTML) continue;
		if (!taken && (before.contains(document.activeElement) || (held && before.hasAttribute('data-held')))) continue;
		keepChoices(before, after);
		before.replaceChildren(...after.childNodes);
	}
}

/** Applies what the reader has opened or selected in a part to its replacement. */
function keepChoices(before: Element, after: Element): void {
	const opened = [...before.querySelectorAll('details')].map(({ open }) => open);
	for (const [i, details] of [...after.querySelectorAll('details')].entries()) details.open = opened[i] ?? false;
	const chosen = before.querySelector<HTMLInputElement>('input:checked')?.value;
	for (const input of after.querySelectorAll('input')) input.checked = input.value === chosen;
}
