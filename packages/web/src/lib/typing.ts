/** Selector of elements that handle keys themselves: fields and dialogs. A checkbox uses only the space bar, so it is not one of them. */
const KEY_HANDLERS = 'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], dialog[open]';

/** Whether a key was pressed in a field, which has its own undo. */
export function isInField({ target }: KeyboardEvent): boolean {
	return target instanceof Element && target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null;
}

/** Whether a key isn't meant for the page's shortcuts, but for a field, a dialog or the browser. */
export function isTyping(event: KeyboardEvent): boolean {
	if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
	const target = event.target instanceof Element ? event.target : null;
	return target?.closest(KEY_HANDLERS) != null;
}
