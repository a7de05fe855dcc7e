/** Selector of elements that handle keys themselves: fields and dialogs. Checkboxes are not included, because they use only the space bar. */
const KEY_HANDLERS = 'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], dialog[open]';

/** Whether a key was pressed in a field. Fields have their own undo. */
export function isInField({ target }: KeyboardEvent): boolean {
	return target instanceof Element && target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null;
}

/** Whether a key is for a field, a dialog or the browser, and not for the page's shortcuts. */
export function isTyping(event: KeyboardEvent): boolean {
	if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
	const target = event.target instanceof Element ? event.target : null;
	return target?.closest(KEY_HANDLERS) != null;
}
